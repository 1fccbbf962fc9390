import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { isObject } from "../../support/json-file.ts";

/** A schema as a framework or a person writes it, with answers that it takes and others that it refuses. */
export interface Sample {
  readonly name: string;
  readonly schema: unknown;
  readonly valid: readonly unknown[];
  readonly invalid: readonly unknown[];
}

const folder = new URL("../schemas/", import.meta.url);

function load(file: string): Sample {
  const sample: unknown = JSON.parse(readFileSync(new URL(file, folder), "utf8"));
  if (!isObject(sample) || !Array.isArray(sample.valid) || !Array.isArray(sample.invalid))
    throw new Error(`${file} is no sample`);
  const { schema, valid, invalid } = sample;
  return { name: basename(file, ".json"), schema, valid, invalid };
}

export const corpus: readonly Sample[] = readdirSync(folder).sort().map(load);
