import type { Random } from "./random.ts";

type Mutate = (bytes: Buffer, random: Random, others: readonly Buffer[]) => Buffer;

const LONGEST = 512 * 1024;

const NUMBERS = [
  "1e999",
  "-1e999",
  "99999999999999999999",
  "-0",
  "1e-400",
  "0.1e1",
  "9007199254740993",
  "NaN",
];
const KEYS = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "type", "subagentRunId"];
const LINES = [
  "\r",
  "\n",
  "\r\n",
  "\n\n",
  ":",
  "\ufeff",
  "data:",
  "data: [DONE]\n\n",
  "id: \0\n",
  "retry: 1\n",
];

const insert = (bytes: Buffer, at: number, text: string | Buffer, drop = 0): Buffer =>
  Buffer.concat([bytes.subarray(0, at), Buffer.from(text), bytes.subarray(at + drop)]);

/** Replaces one match of a pattern; the bytes as they are where there is none. */
function replaceOne(bytes: Buffer, random: Random, pattern: RegExp, make: (match: string) => string): Buffer {
  const text = bytes.toString("latin1");
  const matches = [...text.matchAll(pattern)];
  if (matches.length === 0) return bytes;
  const { index, 0: match } = random.pick(matches);
  return insert(bytes, index, Buffer.from(make(match), "utf8"), match.length);
}

/** Works on the frames as pieces: what lies between two blank lines. */
function onFrames(bytes: Buffer, change: (frames: string[]) => string[]): Buffer {
  return Buffer.from(change(bytes.toString("latin1").split("\n\n")).join("\n\n"), "latin1");
}

const nested = (random: Random): string => {
  const depth = random.pick([10, 300, 5000, 60_000]);
  return random.below(2) === 0
    ? "[".repeat(depth) + "]".repeat(depth)
    : `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
};

/** The ways in which a conforming stream is spoilt. */
export const MUTATIONS: Readonly<Record<string, Mutate>> = {
  "flip bits": (bytes, random) => {
    const copy = Buffer.from(bytes);
    for (let times = 1 + random.below(4); times > 0; times--) {
      const at = random.below(copy.length);
      copy[at] = (copy[at] ?? 0) ^ (1 << random.below(8));
    }
    return copy;
  },
  splice: (bytes, random, others) => {
    const other = random.pick(others);
    const from = random.below(other.length);
    return insert(
      bytes,
      random.below(bytes.length),
      other.subarray(from, from + random.below(400)),
      random.below(200),
    );
  },
  truncate: (bytes, random) => bytes.subarray(0, random.below(bytes.length)),
  "double a frame": (bytes, random) =>
    onFrames(bytes, (frames) => {
      const at = random.below(frames.length);
      return [...frames.slice(0, at), frames[at] ?? "", ...frames.slice(at)];
    }),
  "move a frame": (bytes, random) =>
    onFrames(bytes, (frames) => {
      const [moved = ""] = frames.splice(random.below(frames.length), 1);
      frames.splice(random.below(frames.length + 1), 0, moved);
      return frames;
    }),
  "drop a frame": (bytes, random) =>
    onFrames(bytes, (frames) => {
      frames.splice(random.below(frames.length), 1);
      return frames;
    }),
  "odd number": (bytes, random) => replaceOne(bytes, random, /\d+/g, () => random.pick(NUMBERS)),
  "deep nesting": (bytes, random) =>
    replaceOne(bytes, random, /:("[^"\\]*"|\d+|\{\})/g, () => `:${nested(random)}`),
  "prototype key": (bytes, random) =>
    replaceOne(bytes, random, /"[^"\\]*":/g, () => `"${random.pick(KEYS)}":`),
  "prototype member": (bytes, random) =>
    replaceOne(bytes, random, /\{"/g, () => `{"${random.pick(KEYS)}":{"polluted":true},"`),
  "prototype pointer": (bytes, random) =>
    replaceOne(bytes, random, /"\/[^"\\]*"/g, () => `"/${random.pick(KEYS)}/polluted"`),
  "long string": (bytes, random) =>
    replaceOne(bytes, random, /:"[^"\\]*"/g, () => `:"${"x".repeat(random.pick([1000, 70_000]))}"`),
  "other value": (bytes, random) =>
    replaceOne(bytes, random, /:("[^"\\]*"|\d+|true|false)/g, () =>
      random.pick([":null", ":{}", ":[]", ":true", ':""', ':"/"', ":-1"]),
    ),
  "snake case": (bytes, random) =>
    replaceOne(bytes, random, /"[a-z]+[A-Z][A-Za-z]*":/g, (key) =>
      key.replace(/[A-Z]/g, (at) => `_${at.toLowerCase()}`),
    ),
  "odd line": (bytes, random) => insert(bytes, random.below(bytes.length), random.pick(LINES)),
};

/** A stream spoilt one to three times, and how. */
export function mutateBytes(seeds: readonly Buffer[], random: Random): { bytes: Buffer; how: string[] } {
  let bytes = random.pick(seeds);
  const how: string[] = [];
  for (let times = 1 + random.below(3); times > 0 && bytes.length > 0; times--) {
    const name = random.pick(Object.keys(MUTATIONS));
    how.push(name);
    bytes = MUTATIONS[name]?.(bytes, random, seeds) ?? bytes;
  }
  return { bytes: bytes.subarray(0, LONGEST), how };
}
