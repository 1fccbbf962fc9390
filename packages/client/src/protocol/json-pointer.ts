/** Whether a value is a JSON pointer: empty, or tokens that each follow a slash. Source: RFC 6901, section 3. */
export const isJsonPointer = (value: unknown): value is string =>
  typeof value === "string" && (value === "" || value.startsWith("/")) && !/~(?![01])/.test(value);

/** The tokens of a pointer, unescaped. Source: RFC 6901, section 4. */
export const pointerTokens = (pointer: string): string[] =>
  pointer
    .split("/")
    .slice(1)
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
