/**
 * `npm run pack-order`: writes the orders in which bundlers meet the modules of the packages.
 *
 * What resembles each other compresses better close together, by about 2.5% of the client, and
 * bundlers keep the order in which modules are first imported. This looks for good ones by trial, for as
 * many seconds as are given (60) for each of two bundles, from the ones that are written down, and writes
 * them to the `pack-order.ts` of the client, of its forms and of React. Run it when the size gate gets
 * close; nothing but sizes depends on it.
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
 * One order: its file, and the built folder whose modules it names. With `entry` it stands as one import,
 * by this specifier, in the order around it, the first of its search.
 * @typedef {{ file: string, dist: string, entry?: string }} Room
 *
 * One import of an order, and the modules that it brings, in the order in which it does.
 * @typedef {{ specifier: string, room: Room, paths: string[], inner?: Room }} Unit
 *
 * @typedef {ReadonlyMap<Room, readonly Unit[]>} Orders
 */

/**
 * What is searched together. What a bundle imports from elsewhere comes first and stays as it is; what else
 * is in none of the folders belongs to the last order, since that alone brings it.
 * @type {readonly { budget: import("./support/budgets.mjs").Budget | undefined, rooms: readonly Room[] }[]}
 */
const searches = [
  {
    budget: budgets[0],
    rooms: [{ file: "packages/client/src/pack-order.ts", dist: "packages/client/dist/" }],
  },
  {
    budget: budgets[1],
    rooms: [
      { file: "packages/react/src/pack-order.ts", dist: "packages/react/dist/" },
      {
        file: "packages/client/src/form/pack-order.ts",
        dist: "packages/client/dist/form/",
        entry: "@holdpoint/client/form",
      },
    ],
  },
];
const seconds = Number(process.argv[2] ?? 60);

/**
 * The modules of a bundle in their order, each with its code and what it imports, what the entry itself
 * imports, the imports from outside by what they are from, and the exports at the end.
 * @param {string} entry
 */
async function readBundle(entry) {
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
  const outside = new Map(
    (chunk.code.match(/^import .*$/gm) ?? []).map((line) => [/"(.*)";/.exec(line)?.[1] ?? "", line]),
  );
  const [tail = ""] = /^export \{[^}]*\};?\s*$/m.exec(chunk.code) ?? [];
  return { code, imports, entries: imports.get(inRoot("app-entry.js")) ?? [], outside, tail };
}

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
 * The orders as they are in a bundle.
 * @param {Iterable<string>} paths
 * @param {readonly Room[]} rooms
 * @returns {Orders}
 */
function readOrders(paths, rooms) {
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
    const room = rooms.findLast((each) => isIn(path, each)) ?? rooms.at(-1);
    const [outer] = rooms;
    if (!room || !outer) continue;
    if (room.entry) unitFor({ specifier: room.entry, room: outer, paths: [], inner: room });
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
  const some = next.splice(Math.floor(Math.random() * next.length), 1 + Math.floor(Math.random() * 4));
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

/** @param {(typeof searches)[number]} search @returns {Promise<void>} */
async function search({ budget, rooms }) {
  // What is measured is what the sources are now.
  if ((await turbo(["run", "build", "--filter=./packages/*"], { quiet: true })) !== 0) process.exit(1);
  const [outer] = rooms;
  if (!budget || !outer) return;
  const { code, imports, entries, outside, tail } = await readBundle(budget.entry);
  const elsewhere = entries.filter((path) => !rooms.some((room) => isIn(path, room)));
  const first = new Set(elsewhere.flatMap((path) => [path, ...needs(path, imports)]));
  const fixed = [...code.keys()].filter((path) => first.has(path));
  const placed = new Set([...code.keys()].filter((path) => !first.has(path)));
  let orders = readOrders(placed, rooms);
  const units = unitsIn(orders, outer);
  /** @type {Map<Unit, Set<string>>} */
  const needed = new Map();
  for (const unit of units) {
    const before = unit.paths.flatMap((path) => [...needs(path, imports)]);
    needed.set(unit, new Set(before.filter((path) => placed.has(path) && !unit.paths.includes(path))));
  }

  /** @param {Orders} tried @returns {boolean} */
  const isPossible = (tried) => {
    const seen = new Set();
    return unitsIn(tried, outer).every((unit) => {
      for (const path of unit.paths) seen.add(path);
      return [...(needed.get(unit) ?? [])].every((path) => seen.has(path));
    });
  };
  /** @param {Orders} tried @returns {number} */
  const sizeOf = (tried) => {
    const paths = [...fixed, ...unitsIn(tried, outer).flatMap((unit) => unit.paths)];
    // Imports from outside stand in the order in which the modules ask for them.
    const asked = new Set(paths.flatMap((path) => imports.get(path) ?? []));
    const head = [...asked].flatMap((each) => outside.get(each) ?? []);
    const source = [...head, ...paths.map((path) => code.get(path)), tail].join("\n");
    const options = { module: true, compress: true, mangle: true };
    const { code: minified } = minifySync("order.js", source, options);
    return gzipSync(minified.replaceAll("/* @__PURE__ */ ", ""), { level: 9 }).length;
  };

  let size = sizeOf(orders);
  let best = { orders, size };
  console.log(`${budget.title}, as it is: ${size} bytes`);
  const start = Date.now();
  for (let passed = 0; passed < 1; passed = (Date.now() - start) / (seconds * 1000)) {
    const next = changed(orders);
    if (!isPossible(next)) continue;
    const nextSize = sizeOf(next);
    // A little worse is taken for a while, so that the search leaves where it got stuck.
    if (nextSize > size + Math.random() ** 3 * 12 * (1 - passed)) continue;
    orders = next;
    size = nextSize;
    if (size < best.size) best = { orders, size };
  }
  console.log(`${budget.title}, now: ${best.size} bytes`);
  for (const [room, order] of best.orders) write(room, order);
}

for (const each of searches) await search(each);
