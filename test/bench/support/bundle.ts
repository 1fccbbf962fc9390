import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
import { root } from "../../support/root.ts";

/** The bytes of an entry bundled as an application would, minified, as they are and after gzip. */
export async function bundleSize(code: string): Promise<{ minified: number; gzipped: number }> {
  const id = `${root}bench-entry.js`;
  const bundle = await rolldown({
    input: id,
    cwd: root,
    platform: "browser",
    logLevel: "silent",
    resolve: { conditionNames: ["@holdpoint/source", "import", "module", "browser", "default"] },
    plugins: [
      {
        name: "entry",
        resolveId: (source) => (source === id ? id : null),
        load: (path) => (path === id ? code : null),
      },
    ],
  });
  const { output } = await bundle.generate({ format: "esm", minify: true, codeSplitting: false });
  await bundle.close();
  const text = output.map((file) => (file.type === "chunk" ? file.code : "")).join("");
  return { minified: Buffer.byteLength(text), gzipped: gzipSync(text, { level: 9 }).length };
}
