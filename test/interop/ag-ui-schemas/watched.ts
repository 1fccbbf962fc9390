/** Which functions an object offered, those of what they gave included, and which of them were called. */
export interface Watch {
  readonly offered: Set<string>;
  readonly called: Set<string>;
}

const isWatchable = (value: unknown): value is object =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** The object, so that every call of its functions is noted as `name`, or `name().other` on what `name()` gave. */
export function watched<T extends object>(target: T, watch: Watch, at = ""): T {
  for (const [name, value] of Object.entries(target)) {
    if (typeof value === "function") watch.offered.add(at + name);
  }
  return new Proxy(target, {
    get(object, key) {
      const value: unknown = Reflect.get(object, key);
      if (typeof value !== "function" || typeof key !== "string") return value;
      return (...given: unknown[]) => {
        watch.called.add(at + key);
        const result: unknown = value(...given);
        return isWatchable(result) && hasFunctions(result)
          ? watched(result, watch, `${at}${key}().`)
          : result;
      };
    },
  });
}

const hasFunctions = (value: object): boolean =>
  Object.values(value).some((one) => typeof one === "function");
