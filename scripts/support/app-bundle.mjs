import { inRoot, root } from "./root.mjs";

/**
 * How the code of an application is bundled that has this text as its entry: for browsers, React outside.
 * @param {string} entry
 * @param {import("rolldown").Plugin[]} [others]
 * @returns {import("rolldown").InputOptions}
 */
export function appBundle(entry, others = []) {
  const id = inRoot("app-entry.js");
  return {
    input: id,
    cwd: root,
    platform: "browser",
    external: [/^react(-dom)?($|\/)/],
    logLevel: "silent",
    plugins: [
      {
        name: "entry",
        resolveId: (source) => (source === id ? id : null),
        load: (path) => (path === id ? entry : null),
      },
      ...others,
    ],
  };
}
