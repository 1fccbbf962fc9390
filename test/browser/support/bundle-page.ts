import { readFileSync } from "node:fs";
import { rolldown } from "rolldown";
import { root } from "../../support/root.ts";

/** What a page of its own is made of. */
export interface PageFiles {
  readonly script: string;
  readonly style: string;
}

/** Bundles a page of `test/browser/pages/` on the sources of the packages, as an app's own build does. */
export async function bundlePage(
  name: string,
  mode: "development" | "production" = "production",
): Promise<PageFiles> {
  const bundle = await rolldown({
    input: `${root}test/browser/pages/${name}`,
    cwd: root,
    platform: "browser",
    logLevel: "silent",
    tsconfig: `${root}test/tsconfig.json`,
    transform: { define: { "process.env.NODE_ENV": JSON.stringify(mode) } },
    resolve: { conditionNames: ["@holdpoint/source", "import", "module", "browser", mode, "default"] },
  });
  const { output } = await bundle.generate({
    format: "esm",
    minify: mode === "production",
    codeSplitting: false,
  });
  await bundle.close();
  return {
    script: output.map((file) => (file.type === "chunk" ? file.code : "")).join(""),
    style: readFileSync(`${root}packages/react/src/styles.css`, "utf8"),
  };
}
