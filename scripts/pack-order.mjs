/**
 * `npm run pack-order`: writes the order in which bundlers meet the client's modules.
 *
 * What resembles each other compresses better close together, by about 2.5% of the client, and
 * bundlers keep the order in which modules are first imported. This looks for a good one by trial,
 * for as many seconds as are given (60), from the one that is written down, and writes it to
 * `packages/client/src/pack-order.ts`. Run it when the size gate gets close; nothing but sizes depends on it.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
import { minifySync } from "rolldown/experimental";
import { budgets } from "./support/budgets.mjs";
import { inRoot, root } from "./support/root.mjs";
import { turbo } from "./support/turbo.mjs";

// What is measured is what the sources are now.
if ((await turbo(["run", "build", "--filter=./packages/*"], { quiet: true })) !== 0) process.exit(1);

const file = inRoot("packages/client/src/pack-order.ts");
const dist = inRoot("packages/client/dist/");
const seconds = Number(process.argv[2] ?? 60);
const entry = budgets[0]?.entry ?? "";

/** @type {Map<string, readonly string[]>} */
const imports = new Map();
const id = inRoot("pack-order-entry.js");
const bundle = await rolldown({
  input: id,
  cwd: root,
  platform: "browser",
  plugins: [
    {
      name: "entry",
      resolveId: (source) => (source === id ? id : null),
      load: (path) => (path === id ? entry : null),
      buildEnd() {
        for (const each of this.getModuleIds())
          imports.set(each, this.getModuleInfo(each)?.importedIds ?? []);
      },
    },
  ],
});
const { output } = await bundle.generate({ format: "esm", minify: false, codeSplitting: false });
await bundle.close();

/** @type {Map<string, string>} */
const code = new Map();
for (const chunk of output) {
  if (chunk.type !== "chunk") continue;
  for (const [path, module] of Object.entries(chunk.modules)) {
    if (module.code) code.set(path, module.code.replace(/\/\/#(end)?region.*/g, ""));
  }
}

/** The import of a module: of a package as a whole, by its name. @param {string} path @returns {string} */
function specifierOf(path) {
  if (path.startsWith(dist)) return `./${path.slice(dist.length).replace(/\.js$/, ".ts")}`;
  return /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? "";
}

/** What one import brings, in the order in which it does. @type {Map<string, string[]>} */
const units = new Map();
for (const path of code.keys()) {
  const specifier = specifierOf(path);
  units.set(specifier, [...(units.get(specifier) ?? []), path]);
}

/** All that a module needs before it. @param {string} path @param {Set<string>} found @returns {Set<string>} */
function needs(path, found = new Set()) {
  for (const each of imports.get(path) ?? []) {
    if (found.has(each)) continue;
    found.add(each);
    needs(each, found);
  }
  return found;
}
/** @type {Map<string, Set<string>>} */
const needed = new Map();
for (const [unit, paths] of units) {
  const found = new Set(paths.flatMap((path) => [...needs(path)]).map(specifierOf));
  needed.set(unit, new Set([...found].filter((each) => each !== unit && units.has(each))));
}

/** @param {readonly string[]} order @returns {number} */
function sizeOf(order) {
  const paths = order.flatMap((unit) => units.get(unit) ?? []);
  const source = `${paths.map((path) => code.get(path)).join("\n")}\nexport { createAgentClient, httpTransport };`;
  const { code: minified } = minifySync("order.js", source, { module: true, compress: true, mangle: true });
  return gzipSync(minified.replaceAll("/* @__PURE__ */ ", ""), { level: 9 }).length;
}

/** @param {readonly string[]} order @returns {boolean} */
function isPossible(order) {
  const places = new Map(order.map((unit, at) => [unit, at]));
  return order.every((unit, at) =>
    [...(needed.get(unit) ?? [])].every((each) => (places.get(each) ?? -1) < at),
  );
}

let order = [...units.keys()];
let size = sizeOf(order);
let best = { order, size };
console.log(`as it is: ${size} bytes`);
const start = Date.now();
for (let passed = 0; passed < 1; passed = (Date.now() - start) / (seconds * 1000)) {
  const next = [...order];
  const some = next.splice(Math.floor(Math.random() * next.length), 1 + Math.floor(Math.random() * 4));
  next.splice(Math.floor(Math.random() * (next.length + 1)), 0, ...some);
  if (!isPossible(next)) continue;
  const nextSize = sizeOf(next);
  // A little worse is taken for a while, so that the search leaves where it got stuck.
  if (nextSize > size + Math.random() ** 3 * 12 * (1 - passed)) continue;
  order = next;
  size = nextSize;
  if (size < best.size) best = { order, size };
}
console.log(`now: ${best.size} bytes`);

const [head = ""] = readFileSync(file, "utf8").split("\nimport");
const lines = best.order.map((specifier) => `import "${specifier}";`);
writeFileSync(file, `${head.trimEnd()}\n${lines.join("\n")}\n`);
