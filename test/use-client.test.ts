import { describe, expect, it } from "vitest";
import { readSources } from "./support/sources.ts";

const src = "packages/react/src/";
const sources = [...readSources(src)]
  .map(([path, text]) => ({ path: path.slice(path.indexOf(src) + src.length), text }))
  .filter(({ path }) => !/\.test(-d)?\./.test(path));

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
/** Whether a module calls a hook, or makes a context, which only a browser's part of an app may. */
const isOfTheBrowser = (text: string): boolean =>
  /(?<![\w.])(use[A-Z]\w*|createContext)(<[^()]*>)?\(/.test(withoutComments(text));
const isMarked = (text: string): boolean => withoutComments(text).trimStart().startsWith('"use client";');

/** The modules that an app gets names from. What else there is comes only through one of these. */
const index = sources.find(({ path }) => path === "index.ts")?.text ?? "";
const entrances = new Set(
  [...index.matchAll(/^(?:export|import)(?! type)[^;]*"\.\/(.*)";$/gm)].map(([, path]) => path),
);

// Server components: a module that is marked is the boundary, and what it imports is behind it.
describe("what belongs to the browser is marked for server components", () => {
  it("every file of a hook, and everything with hooks that an app gets a name from", () => {
    const due = sources.filter(
      ({ path, text }) =>
        (isOfTheBrowser(text) && (entrances.has(path) || !path.includes("/"))) || /^use-.*\.tsx?$/.test(path),
    );
    expect(due.length).toBeGreaterThan(25);
    expect(due.flatMap(({ path, text }) => (isMarked(text) ? [] : path))).toEqual([]);
  });

  it("nothing that a server may call", () => {
    const plain = sources.filter(({ path, text }) => path.startsWith("lib/") && isMarked(text));
    expect(plain).toEqual([]);
    expect(isMarked(index)).toBe(false);
  });

  it("sees a hook where there is one", () => {
    expect(isOfTheBrowser("const [a] = useState<number>();")).toBe(true);
    expect(isOfTheBrowser("export const x = createContext(1);")).toBe(true);
    expect(isOfTheBrowser("// useState()\nconst a = thread.useless; /* useMemo() */")).toBe(false);
    expect(isMarked('/** Words. */\n"use client";\nimport "a";')).toBe(true);
    expect(isMarked('import "a";\n"use client";')).toBe(false);
  });
});
