import fc from "fast-check";

/** One change to a JSON document: somewhere in it, something else. */
export interface JsonMutation {
  readonly kind: "replace" | "remove" | "add" | "copy";
  /** Chooses the place, and what is copied there. */
  readonly at: number;
  readonly from: number;
  readonly value: unknown;
  readonly key: string;
}

/** Values that are the wrong thing nearly everywhere. */
const odd = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom<unknown>(null, "", 0, -1, 1e300, [], {}, [[]], true),
  fc
    .constantFrom('{"__proto__":{"polluted":1}}', '{"constructor":{"prototype":{"polluted":1}}}')
    .map((text): unknown => JSON.parse(text)),
);

export const jsonMutations: fc.Arbitrary<JsonMutation[]> = fc.array(
  fc.record({
    kind: fc.constantFrom<JsonMutation["kind"]>("replace", "replace", "remove", "add", "copy"),
    at: fc.nat(),
    from: fc.nat(),
    value: odd,
    key: fc.constantFrom("__proto__", "constructor", "id", "x", "0"),
  }),
  { minLength: 1, maxLength: 3 },
);

interface Place {
  readonly holder: object;
  readonly key: string;
}

function placesIn(value: unknown): Place[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.keys(value).flatMap((key) => [
    { holder: value, key },
    ...placesIn(Object.getOwnPropertyDescriptor(value, key)?.value),
  ]);
}

/** A changed copy of a document. */
export function mutateJson(document: unknown, mutations: readonly JsonMutation[]): unknown {
  let whole = structuredClone(document);
  for (const { kind, at, from, value, key } of mutations) {
    const places = placesIn(whole);
    const place = places[at % Math.max(1, places.length)];
    if (place === undefined) return value;
    const source = places[from % places.length];
    const other =
      kind === "copy" ? Object.getOwnPropertyDescriptor(source?.holder, source?.key ?? "")?.value : value;
    const name = kind === "add" ? key : place.key;
    if (kind === "remove") Reflect.deleteProperty(place.holder, place.key);
    else
      Object.defineProperty(place.holder, name, {
        value: structuredClone(other),
        writable: true,
        enumerable: true,
        configurable: true,
      });
    // As it would come: what JSON does not say is not there.
    whole = JSON.parse(JSON.stringify(whole));
  }
  return whole;
}
