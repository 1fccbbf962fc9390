import { readdir, readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";

export interface StaticFile {
  readonly body: Buffer;
  readonly type: string;
  readonly cache: string;
}

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".json": "application/json",
  ".map": "application/json",
  ".woff2": "font/woff2",
};

/**
 * Reads a folder once, keyed by URL path. Requests are looked up in this table and never
 * turned into a file name, so no path can lead out of the folder.
 */
export async function readStaticFiles(folder: string): Promise<ReadonlyMap<string, StaticFile>> {
  const files = new Map<string, StaticFile>();
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const path = `/${relative(folder, file).split(sep).join("/")}`;
    files.set(path, {
      body: await readFile(file),
      type: TYPES[extname(entry.name)] ?? "application/octet-stream",
      // Names under assets/ carry a hash of their content.
      cache: path.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache",
    });
  }
  const index = files.get("/index.html");
  if (index) files.set("/", index);
  return files;
}
