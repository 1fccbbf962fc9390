import type { Readable } from "./cell.ts";

/** What is made of several readables; tells whoever listens when it is another one than before. */
export const derived = <T>(
  sources: readonly Pick<Readable<T>, "subscribe">[],
  get: () => T,
): Readable<T> => ({
  get,
  subscribe(onChange) {
    let told = get();
    const tell = () => {
      if (told === get()) return;
      told = get();
      onChange();
    };
    const ends = sources.map((source) => source.subscribe(tell));
    return () => {
      for (const end of ends) end();
    };
  },
});
