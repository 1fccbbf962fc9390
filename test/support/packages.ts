import { isObject, objectAt, readJson } from "./json-file.ts";

/** The published packages, by folder. */
export const packageFolders = ["packages/client", "packages/react"] as const;

/** One entry point of a package: what users import, and where its source and its built file are. */
export interface EntryPoint {
  /** `@holdpoint/client/form` */
  readonly specifier: string;
  /** Paths from the top of the repository; none for a stylesheet. */
  readonly source?: string;
  readonly built: string;
}

const inFolder = (folder: string, path: unknown): string => `${folder}/${String(path).replace(/^\.\//, "")}`;

/** The entry points that `exports` of a package's manifest names. */
export function entryPoints(folder: string): readonly EntryPoint[] {
  const manifest = readJson(`${folder}/package.json`);
  return Object.entries(objectAt(manifest, "exports")).map(([subpath, target]) => {
    const specifier = `${manifest.name}${subpath.slice(1)}`;
    if (!isObject(target)) return { specifier, built: inFolder(folder, target) };
    const source = target["@holdpoint/source"];
    const built = inFolder(folder, target.default);
    return source === undefined
      ? { specifier, built }
      : { specifier, built, source: inFolder(folder, source) };
  });
}

/** The names of the packages that the code of a workspace may import. */
export function dependenciesOf(folder: string): readonly string[] {
  const manifest = readJson(`${folder}/package.json`);
  return ["dependencies", "peerDependencies"].flatMap((key) => Object.keys(objectAt(manifest, key)));
}
