import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { sharedFolder } from "../support/shared-folder.ts";
import { PENDING } from "./pending.ts";
import { casesFolder } from "./support/field-case.ts";

const here = fileURLToPath(new URL(".", import.meta.url));
const shared = sharedFolder("field-cases");

const idsIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith(".json"))
    .map((file) => basename(file, ".json"))
    .sort();

const readCase = (folder: string, id: string): unknown =>
  JSON.parse(readFileSync(`${folder}/${id}.json`, "utf8"));

/** The ids that tests name; what only a browser can show is tested there. */
const tested = [here, `${here}../browser/`]
  .flatMap((folder) => readdirSync(folder).map((file) => folder + file))
  .filter((file) => /\.test\.tsx?$/.test(file) && basename(file) !== basename(import.meta.url))
  .flatMap((file) => [...readFileSync(file, "utf8").matchAll(/"(\d\d-[a-z\d-]+)"/g)])
  .map(([, id]) => id);

test("every case of ours has one test", () => {
  expect(tested.sort()).toEqual(idsIn(casesFolder));
});

test("no case is both held and pending", () => {
  expect(idsIn(casesFolder).filter((id) => id in PENDING)).toEqual([]);
});

test.skipIf(shared.missing !== undefined)("every shared case is held or pending, and ours are copies", () => {
  expect([...idsIn(casesFolder), ...Object.keys(PENDING)].sort()).toEqual(idsIn(shared.path));
  for (const id of idsIn(casesFolder)) {
    expect(readCase(casesFolder, id), id).toEqual(readCase(shared.path, id));
  }
});
