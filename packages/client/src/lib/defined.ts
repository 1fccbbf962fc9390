/** As T, but its optional members may also be undefined. */
export type Loose<T> = {
  [K in keyof T]: Record<never, unknown> extends Pick<T, K> ? T[K] | undefined : T[K];
};

/** The record without the members that are undefined: an optional member is there or it is absent. */
export function defined<T extends object>(members: Loose<T>): T;
export function defined(members: object): object {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
