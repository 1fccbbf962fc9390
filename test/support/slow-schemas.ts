/** Schemas and answers that could take long. */

/** Each definition asks twice for the next one: about 1 kB that stands for two million schemas. */
export function doubling(count: number): unknown {
  const defs = Array.from({ length: count }, (_, at): [string, unknown] => {
    const next = { $ref: `#/$defs/d${at + 1}` };
    return [`d${at}`, { allOf: [next, next] }];
  });
  return { $ref: "#/$defs/d0", $defs: { ...Object.fromEntries(defs), [`d${count}`]: { type: "string" } } };
}

/** A list whose items ask for two lists at the same place: what it costs is in the answer. */
export const doublingData = {
  $ref: "#/$defs/node",
  $defs: { node: { items: { $ref: "#/$defs/node" }, allOf: [{ items: { $ref: "#/$defs/node" } }] } },
};

export function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
}

const pattern = (text: string) => ({ type: "string", pattern: text });
const wideUnion = {
  anyOf: Array.from({ length: 4000 }, (_, at) => ({ type: "object", required: [`k${at}`] })),
};
const manyPatterns = {
  properties: Object.fromEntries(
    Array.from({ length: 5000 }, (_, at) => [`p${at}`, pattern(`^(?:[a-f0-9]{2}-)+${at}x?$`)]),
  ),
};

/** Schemas and answers that could take long. */
export const slow: [string, unknown, unknown][] = [
  ["references that double", doubling(20), "x"],
  ["references that double, refused", doubling(20), 1],
  ["references that double with the answer", doublingData, nested(30)],
  ["a circle of one", { $ref: "#" }, 1],
  [
    "a circle of two",
    { $ref: "#/$defs/a", $defs: { a: { $ref: "#/$defs/b" }, b: { $ref: "#/$defs/a" } } },
    1,
  ],
  ["a circle through a union", { anyOf: [{ type: "null" }, { $ref: "#" }] }, 1],
  ["5,000 levels as text", `${'{"not":'.repeat(5000)}{}${"}".repeat(5000)}`, 1],
  ["an answer of 5,000 levels", { items: { $ref: "#" } }, nested(190)],
  ["1 MB of text", { type: "string", description: "x".repeat(999_000), enum: ["a"] }, "b"],
  [
    "1 MB of names",
    {
      properties: Object.fromEntries(
        Array.from({ length: 9000 }, (_, at) => [`${at}`.padStart(99, "n"), {}]),
      ),
    },
    {},
  ],
  ["1 MB of pattern", pattern("a?".repeat(499_000)), "a".repeat(5000)],
  ["parentheses in parentheses", pattern(`${"(".repeat(5000)}a${")".repeat(5000)}`), "a"],
  [
    "1,000 patterns of parentheses",
    {
      anyOf: Array.from({ length: 1000 }, (_, at) =>
        pattern(`${"(".repeat(450)}a${at}${")+?".repeat(150)}${")".repeat(300)}`),
      ),
    },
    "a",
  ],
  ["more than 20,000 parts", { enum: Array.from({ length: 30_000 }, (_, at) => at) }, -1],
  ["10,000 choices", { enum: Array.from({ length: 10_000 }, (_, at) => `choice ${at}`) }, "x"],
  ["4,000 branches", wideUnion, {}],
  ["5,000 patterns", manyPatterns, { p0: "x" }],
  ["^(a+)+$", pattern("^(a+)+$"), `${"a".repeat(27)}!`],
  ["^(\\w+\\s?)*$", pattern("^(\\w+\\s?)*$"), `${"a".repeat(29)}!`],
  ["^(a|a)*$", pattern("^(a|a)*$"), `${"a".repeat(30)}!`],
  ["^((a+)b?)+$", pattern("^((a+)b?)+$"), `${"a".repeat(30)}!`],
  ["^(?:a{1,20}){1,20}$", pattern("^(?:a{1,20}){1,20}$"), `${"a".repeat(60)}!`],
  ["^(a?){30}a{30}$", pattern("^(a?){30}a{30}$"), "a".repeat(29)],
  ["many optional letters", pattern(`^${"a?".repeat(30)}${"a".repeat(30)}$`), "a".repeat(29)],
  ["^(a|a)(a|a)...$", pattern(`^${"(a|a)".repeat(30)}$`), `${"a".repeat(30)}!`],
  ["\\d*\\d*\\d*\\d*\\d*x", pattern("^\\d*\\d*\\d*\\d*\\d*x$"), "1".repeat(5000)],
  ["a pattern of names", { patternProperties: { "^(a+)+$": {} } }, { [`${"a".repeat(27)}!`]: 1 }],
  ["a pattern on a very long text", pattern("a*b$"), "a".repeat(500_000)],
  ["the format url", { type: "string", format: "url" }, `http://${"a".repeat(40)}!`],
  [
    "formats on a very long text",
    {
      anyOf: [
        "uri",
        "email",
        "hostname",
        "uri-template",
        "duration",
        "date-time",
        "ipv6",
        "json-pointer",
        "regex",
      ].map((format) => ({ format })),
    },
    "a:".repeat(200_000),
  ],
  [
    "thousands of faults",
    { items: { type: "object", required: ["a", "b"], properties: { c: { type: "string" } } } },
    Array.from({ length: 2000 }, () => ({ c: 1 })),
  ],
];
