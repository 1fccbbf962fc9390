import { rolldown } from "rolldown";
import { describe, expect, it } from "vitest";
import { root } from "./support/root.ts";

/** The modules that an application gets with one import, as paths from the top of the repository. */
async function modulesOf(specifier: string, names = "*", treeshake = false): Promise<string[]> {
  const id = "bundle-entry.js";
  const bundle = await rolldown({
    input: id,
    cwd: root,
    platform: "browser",
    logLevel: "silent",
    // Unless asked, nothing is dropped: what must not be there is not even loaded.
    treeshake,
    resolve: { conditionNames: ["@holdpoint/source", "import", "module", "browser", "default"] },
    plugins: [
      {
        name: "entry",
        resolveId: (source) => (source === id ? root + id : null),
        load: (path) => (path === root + id ? `export ${names} from "${specifier}";` : null),
      },
    ],
  });
  const { output } = await bundle.generate({ format: "esm", codeSplitting: false });
  await bundle.close();
  return output
    .flatMap((file) => (file.type === "chunk" ? Object.entries(file.modules) : []))
    .flatMap(([path, { code }]) => (treeshake && !code ? [] : [path]))
    .map((path) => path.replaceAll("\\", "/").replace(root, ""));
}

const packagesIn = (modules: readonly string[]): string[] => {
  const names = modules.flatMap((path) => path.match(/.*node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1] ?? []);
  return [...new Set(names)].sort();
};

describe("what an import brings along", () => {
  it("the client: its own dependencies and nothing of an entry", async () => {
    const modules = await modulesOf("@holdpoint/client");
    expect(modules).toContain("packages/client/src/index.ts");
    expect(packagesIn(modules)).toEqual(["@cfworker/json-schema", "idb-keyval"]);
    expect(modules.filter((path) => /\/src\/(protobuf|testing)\//.test(path))).toEqual([]);
  });

  it("a client that keeps nothing: nothing of what keeps threads, or of other tabs", async () => {
    const modules = await modulesOf("@holdpoint/client", "{ createAgentClient, httpTransport }", true);
    expect(modules).toContain("packages/client/src/client.ts");
    expect(packagesIn(modules)).toEqual(["@cfworker/json-schema"]);
    expect(modules.filter((path) => /\/src\/(storage|tabs)\//.test(path))).toEqual([]);
  });

  it("React: nothing of TanStack Query, which only its own entry wants", async () => {
    const modules = await modulesOf("@holdpoint/react");
    expect(modules).toContain("packages/react/src/index.ts");
    expect(modules.filter((path) => path.includes("/src/query/"))).toEqual([]);
    expect(packagesIn(modules)).not.toContain("@tanstack/react-query");
    expect(packagesIn(await modulesOf("@holdpoint/react/query"))).toContain("@tanstack/react-query");
  });

  it("TanStack Query: neither the panel nor how a thread is drawn", async () => {
    const modules = await modulesOf("@holdpoint/react/query");
    expect(modules).toContain("packages/react/src/query/index.ts");
    expect(modules.filter((path) => /react\/src\/(components\/|index|pack-order)/.test(path))).toEqual([]);
  });

  it("the entry for tests: the client and what it is made of, and no test runner", async () => {
    const modules = await modulesOf("@holdpoint/client/testing");
    expect(modules).toContain("packages/client/src/client.ts");
    expect(modules.filter((path) => path.includes("/src/form/"))).toEqual([]);
    expect(packagesIn(modules)).toEqual(["@cfworker/json-schema"]);
  });

  it("the binary binding: the protocol's own package, which the app installs", async () => {
    const packages = packagesIn(await modulesOf("@holdpoint/client/protobuf"));
    expect(packages).toContain("@ag-ui/proto");
    expect(packages).not.toContain("@cfworker/json-schema");
  });
});
