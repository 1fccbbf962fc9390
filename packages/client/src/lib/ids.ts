/** A random id of 128 bits as text; `crypto.randomUUID` is missing on plain-http origins, `getRandomValues` is not. */
export const randomId = (): string => {
  return crypto.getRandomValues(new Uint32Array(4)).join("-");
};
