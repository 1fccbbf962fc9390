import type { FieldError, Path } from "./types.ts";

/** A fault; without the validator's own words it names the keyword that refused. Forms have sentences for people. */
export const toFault = (
  path: Path,
  keyword: string,
  params: FieldError["params"] = {},
  message = `This does not fit "${keyword}".`,
): FieldError => {
  return { path, keyword, params, message };
};
