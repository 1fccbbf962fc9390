/**
 * `npm run pack-order`: writes the orders in which bundlers meet the modules of the packages.
 *
 * What resembles each other compresses better close together, by about 3% of a whole app's bundle, and
 * bundlers keep the order in which modules are first imported. This looks for a good one by trial, for as
 * many seconds as are given (60), from the one that is written down, and writes it to the `pack-order.ts`
 * of the client, of its forms and of React. Run it when the size gate gets close; nothing but sizes
 * depends on it.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
import { minifySync } from "rolldown/experimental";
import { appBundle } from "./support/app-bundle.mjs";
import { budgets } from "./support/budgets.mjs";
import { inRoot } from "./support/root.mjs";
import { turbo } from "./support/turbo.mjs";

/**
 * One order: its file, and the built folder whose modules it names. One that lies `within` another stands
 * there as one import, of the package's `entry`.
 * @typedef {{ file: string, dist: string, entry?: string, within?: Room }} Room
 *
 * One import of an order, and the modules that it brings, in the order in which it does.
 * @typedef {{ specifier: string, room: Room, paths: string[], inner?: Room }} Unit
 *
 * @typedef {ReadonlyMap<Room, readonly Unit[]>} Orders
 */

/** @type {Room} */
const client = { file: "packages/client/src/pack-order.ts", dist: "packages/client/dist/" };
/** @type {Room} */
const react = { file: "packages/react/src/pack-order.ts", dist: "packages/react/dist/" };
/** @type {Room} */
const forms = {
  file: "packages/client/src/form/pack-order.ts",
  dist: "packages/client/dist/form/",
  entry: "@holdpoint/client/form",
  within: react,
};
/** In the order in which an application meets them; an inner folder after the one that it is in. */
const rooms = [client, react, forms];

/**
 * The largest bundle, which has all of them. The client alone has other neighbours, but the same order
 * suits it nearly as well as one of its own.
 */
const { title, entry } = budgets.reduce((largest, each) => (each.gate > largest.gate ? each : largest));

const seconds = Number(process.argv[2] ?? 60);
/** How often the time is begun anew, from where the search is, with names that suit that. */
const ROUNDS = 6;

/** The modules of the bundle in their order, each with its code and what it imports, and what is around them. */
async function readBundle() {
  /** @type {Map<string, readonly string[]>} */
  const imports = new Map();
  const bundle = await rolldown(
    appBundle(entry, [
      {
        name: "imports",
        buildEnd() {
          for (const each of this.getModuleIds())
            imports.set(each, this.getModuleInfo(each)?.importedIds ?? []);
        },
      },
    ]),
  );
  const { output } = await bundle.generate({ format: "esm", minify: false, codeSplitting: false });
  await bundle.close();

  /** @type {Map<string, string>} */
  const code = new Map();
  const [chunk] = output;
  for (const [path, module] of Object.entries(chunk.modules)) {
    if (module.code) code.set(path, module.code.replace(/\/\/#(end)?region.*/g, ""));
  }
  const head = chunk.code.match(/^import .*$/gm) ?? [];
  const [tail = ""] = /^export \{[^}]*\};?\s*$/m.exec(chunk.code) ?? [];
  return { code, imports, head: head.join("\n"), tail };
}

/** @param {readonly string[]} parts @returns {string} */
function minify(parts) {
  const options = { module: true, compress: true, mangle: true };
  return minifySync("order.js", parts.join("\n"), options).code.replaceAll("/* @__PURE__ */ ", "");
}

/** @param {readonly string[]} parts @returns {number} */
const packedSize = (parts) => gzipSync(parts.join(""), { level: 9 }).length;

/** @param {string} path @param {Room} room @returns {boolean} */
const isIn = (path, { dist }) => path.startsWith(inRoot(dist));

/**
 * The import of a module in an order: of a package as a whole, by its name.
 * @param {string} path
 * @param {Room} room
 * @returns {string}
 */
function specifierOf(path, { file, dist }) {
  const [, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path) ?? [];
  if (name) return name;
  const source = relative(inRoot(dist), path).replace(/\.js$/, ".ts");
  const specifier = source.startsWith(".") ? source : `./${source}`;
  return existsSync(join(dirname(inRoot(file)), source)) ? specifier : `${specifier}x`;
}

/**
 * The orders as they are in a bundle. What is in none of the folders belongs to the client, which alone
 * brings it.
 * @param {Iterable<string>} paths
 * @returns {Orders}
 */
function readOrders(paths) {
  /** @type {Map<Room, Unit[]>} */
  const orders = new Map(rooms.map((room) => [room, []]));
  /** @type {(unit: Unit) => Unit} */
  const unitFor = (unit) => {
    const order = orders.get(unit.room) ?? [];
    const known = order.find(({ specifier }) => specifier === unit.specifier);
    if (!known) order.push(unit);
    return known ?? unit;
  };
  for (const path of paths) {
    const room = rooms.findLast((each) => isIn(path, each)) ?? client;
    const { within, entry: specifier } = room;
    if (within && specifier) unitFor({ specifier, room: within, paths: [], inner: room });
    unitFor({ specifier: specifierOf(path, room), room, paths: [] }).paths.push(path);
  }
  return orders;
}

/**
 * The imports of an order, in place of an order inside it those of that.
 * @param {Orders} orders
 * @param {Room} room
 * @returns {Unit[]}
 */
function unitsIn(orders, room) {
  return (orders.get(room) ?? []).flatMap((unit) => (unit.inner ? unitsIn(orders, unit.inner) : unit));
}

/** The imports of all orders. @param {Orders} orders @returns {Unit[]} */
const unitsOf = (orders) => rooms.flatMap((room) => (room.within ? [] : unitsIn(orders, room)));

/**
 * All that a module needs before it.
 * @param {string} path
 * @param {ReadonlyMap<string, readonly string[]>} imports
 * @param {Set<string>} found
 * @returns {Set<string>}
 */
function needs(path, imports, found = new Set()) {
  for (const each of imports.get(path) ?? []) {
    if (found.has(each)) continue;
    found.add(each);
    needs(each, imports, found);
  }
  return found;
}

/** Another order: some imports of one of them, in another place. @param {Orders} orders @returns {Orders} */
function changed(orders) {
  const units = [...orders.values()].flat();
  const room = units[Math.floor(Math.random() * units.length)]?.room;
  if (!room) return orders;
  const next = [...(orders.get(room) ?? [])];
  const some = next.splice(Math.floor(Math.random() * next.length), 1 + Math.floor(Math.random() * 6));
  next.splice(Math.floor(Math.random() * (next.length + 1)), 0, ...some);
  return new Map([...orders, [room, next]]);
}

/** @param {Room} room @param {readonly Unit[]} order */
function write({ file }, order) {
  const path = inRoot(file);
  const [head = ""] = readFileSync(path, "utf8").split("\nimport");
  const lines = order.map(({ specifier }) => `import "${specifier}";`);
  writeFileSync(path, `${head.trimEnd()}\n${lines.join("\n")}\n`);
}

async function main() {
  // What is measured is what the sources are now.
  const failed = await turbo(["run", "build", "--filter=./packages/*"], { quiet: true });
  if (failed !== 0) return failed;
  const { code, imports, head, tail } = await readBundle();
  let orders = readOrders(code.keys());
  /** @type {Map<Unit, readonly string[]>} */
  const needed = new Map();
  for (const unit of unitsOf(orders)) {
    const all = unit.paths.flatMap((path) => [...needs(path, imports)]);
    needed.set(
      unit,
      all.filter((path) => code.has(path) && !unit.paths.includes(path)),
    );
  }

  /** @param {Orders} tried @returns {boolean} */
  const isPossible = (tried) => {
    const seen = new Set();
    return unitsOf(tried).every((unit) => {
      for (const path of unit.paths) seen.add(path);
      return needed.get(unit)?.every((path) => seen.has(path));
    });
  };
  /** @param {Orders} tried @returns {string[]} */
  const pathsOf = (tried) => unitsOf(tried).flatMap((unit) => unit.paths);
  /** @param {Orders} tried @returns {number} */
  const sizeOf = (tried) => {
    const parts = pathsOf(tried).map((path) => code.get(path) ?? "");
    return packedSize([minify([head, ...parts, tail])]);
  };
  /**
   * Gives what `sizeOf` would nearly give, and much faster: of modules that are minified once, in this order,
   * with marks between them that last. Other names that another order would give are not seen.
   * @param {Orders} known
   * @returns {(tried: Orders) => number}
   */
  const estimateFrom = (known) => {
    const paths = pathsOf(known);
    const parts = paths.map((path) => `globalThis.mark();\n${code.get(path)}`);
    const minified = minify([head, ...parts, "globalThis.mark();", tail]);
    const [before = "", ...pieces] = minified.split(/globalThis\.mark\(\)[;,]/);
    const after = pieces.pop() ?? "";
    const byPath = new Map(paths.map((path, at) => [path, (pieces[at] ?? "").replace(/[^;}]$/, "$&;")]));
    return (tried) => packedSize([before, ...pathsOf(tried).map((path) => byPath.get(path) ?? ""), after]);
  };

  let best = { orders, size: sizeOf(orders) };
  console.log(`${title}, as it is: ${best.size} bytes`);
  for (let round = 1; round <= ROUNDS; round += 1) {
    const estimate = estimateFrom(orders);
    let size = estimate(orders);
    const start = Date.now();
    for (let passed = 0; passed < 1; passed = (Date.now() - start) / ((seconds * 1000) / ROUNDS)) {
      const next = changed(orders);
      if (!isPossible(next)) continue;
      const nextSize = estimate(next);
      // A little worse is taken for a while, so that the search leaves where it got stuck.
      if (nextSize > size + Math.random() ** 3 * (15 / round) * (1 - passed)) continue;
      orders = next;
      size = nextSize;
    }
    const found = sizeOf(orders);
    if (found < best.size) best = { orders, size: found };
  }
  console.log(`${title}, now: ${best.size} bytes`);
  for (const [room, order] of best.orders) write(room, order);
  return 0;
}

process.exitCode = await main();
