import type { Opened } from "./stage.ts";

/** What the demo keeps in this browser, by key: the texts of its threads, in either place. */
export const keptTexts = ({ page }: Opened): Promise<Record<string, string>> =>
  page.evaluate(async () => {
    const name = "holdpoint-demo";
    const texts: Record<string, string> = {};
    for (const [key, text] of Object.entries(localStorage)) if (key.startsWith(`${name}/`)) texts[key] = text;
    // Opening it would make it, at a version that has no store.
    if (!(await indexedDB.databases()).some((each) => each.name === name)) return texts;
    const done = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await done(indexedDB.open(name));
    const store = database.transaction("threads").objectStore("threads");
    const [keys, values] = await Promise.all([done(store.getAllKeys()), done(store.getAll())]);
    database.close();
    for (const [at, key] of keys.entries()) texts[String(key)] = String(values[at]);
    return texts;
  });
