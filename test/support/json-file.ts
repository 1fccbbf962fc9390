import { readFileSync } from "node:fs";
import { root } from "./root.ts";

export type Json = Record<string, unknown>;

export const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The object in a JSON file of the repository. */
export function readJson(path: string): Json {
  const value: unknown = JSON.parse(readFileSync(root + path, "utf8"));
  if (!isObject(value)) throw new Error(`${path} holds no object`);
  return value;
}

/** A member that is an object, or an empty one where it is absent. */
export function objectAt(value: Json, key: string): Json {
  const member = value[key];
  return isObject(member) ? member : {};
}
