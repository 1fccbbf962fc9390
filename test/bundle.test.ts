import { rolldown } from "rolldown";
import { describe, expect, it } from "vitest";
import { entryPoints, packageFolders } from "./support/packages.ts";
import { root } from "./support/root.ts";

interface Bundling {
  /** Unless asked, nothing is dropped: what must not be there is not even loaded. */
  readonly treeshake?: boolean;
  /** Whether what is loaded later is a file of its own. */
  readonly codeSplitting?: boolean;
}

/** Modules, as paths from the top of the repository. */
interface Bundled {
  /** Those that are loaded with the page. */
  readonly first: readonly string[];
  /** Those that are loaded when they are asked for. */
  readonly later: readonly string[];
}

/** What becomes of an application's code. */
async function bundle(
  entry: string,
  { treeshake = false, codeSplitting = false }: Bundling = {},
): Promise<Bundled> {
  const id = "bundle-entry.js";
  const bundled = await rolldown({
    input: id,
    cwd: root,
    platform: "browser",
    logLevel: "silent",
    treeshake,
    resolve: { conditionNames: ["@holdpoint/source", "import", "module", "browser", "default"] },
    plugins: [
      {
        name: "entry",
        resolveId: (source) => (source === id ? root + id : null),
        load: (path) => (path === root + id ? entry : null),
      },
    ],
  });
  const { output } = await bundled.generate({ format: "esm", codeSplitting });
  await bundled.close();
  const files = output.flatMap((file) => (file.type === "chunk" ? [file] : []));
  const needed = new Set(files.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName));
  // A set that grows while it is gone through: what the entry needs, and what that needs.
  for (const name of needed) for (const each of fileOf(name)?.imports ?? []) needed.add(each);
  const modules = (isFirst: boolean): string[] =>
    files
      .filter(({ fileName }) => needed.has(fileName) === isFirst)
      .flatMap(({ modules: all }) => Object.entries(all))
      .flatMap(([path, { code }]) => (treeshake && !code ? [] : [path]))
      .map((path) => path.replaceAll("\\", "/").replace(root, ""));
  return { first: modules(true), later: modules(false) };

  function fileOf(name: string) {
    return files.find(({ fileName }) => fileName === name);
  }
}

/** The modules that an application gets with one import. */
const modulesOf = async (specifier: string, names = "*", treeshake = false): Promise<readonly string[]> =>
  (await bundle(`export ${names} from "${specifier}";`, { treeshake })).first;

const packagesIn = (modules: readonly string[]): string[] => {
  const names = modules.flatMap((path) => path.match(/.*node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1] ?? []);
  return [...new Set(names)].sort();
};

const inspectorIn = (modules: readonly string[]): string[] =>
  modules.filter((path) => path.includes("/src/devtools/"));

describe("what an import brings along", () => {
  it("the client: its own dependencies and nothing of an entry", async () => {
    const modules = await modulesOf("@holdpoint/client");
    expect(modules).toContain("packages/client/src/index.ts");
    expect(packagesIn(modules)).toEqual(["@cfworker/json-schema", "idb-keyval"]);
    expect(modules.filter((path) => /\/src\/(ag-ui|protobuf|testing)\//.test(path))).toEqual([]);
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

  it("the panel alone: none of the parts beside it, nor their words, nor another language", async () => {
    const modules = await modulesOf(
      "@holdpoint/react",
      "{ AgentProvider, ApprovalPanel, useAgentRun }",
      true,
    );
    expect(modules).toContain("packages/react/src/components/interrupt-card.tsx");
    const others =
      /kit-messages|line-diff|json-(lines|tree)|\/card-rules|dialog|composer|inbox|decision|run-status|review|expiry|message-list|components\/(message|part)\b|\/messages\//;
    expect(modules.filter((path) => path.startsWith("packages/react/") && others.test(path))).toEqual([]);
    const dialog = await modulesOf("@holdpoint/react", "{ ApprovalDialog }", true);
    expect(dialog.filter((path) => others.test(path))).toContain("packages/react/src/lib/kit-messages.ts");
    const language = await modulesOf("@holdpoint/react/messages/de");
    expect(language.filter((path) => /components\/|agent-provider/.test(path))).toEqual([]);
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

  it("the bridge: the official client, which the app installs, and no other entry does", async () => {
    const bridge = "@holdpoint/client/ag-ui";
    expect(packagesIn(await modulesOf(bridge))).toEqual(expect.arrayContaining(["@ag-ui/client", "rxjs"]));
    const transport = await modulesOf(bridge, "{ agUiTransport }", true);
    expect(transport).toContain("packages/client/src/ag-ui/transport.ts");
    expect(transport.filter((path) => /\/agent\/(driver|run-context)/.test(path))).toEqual([]);
    const others = packageFolders
      .flatMap((folder) => entryPoints(folder))
      .flatMap(({ specifier, source }) => (source === undefined || specifier === bridge ? [] : [specifier]));
    expect(others).toContain("@holdpoint/client/agent");
    const brought = await Promise.all(others.map(async (other) => packagesIn(await modulesOf(other))));
    expect(brought.flat().filter((name) => ["@ag-ui/client", "rxjs"].includes(name))).toEqual([]);
  });

  it("the hooks and the panel: nothing of the inspector", async () => {
    const modules = await modulesOf("@holdpoint/react");
    expect(modules).toContain("packages/react/src/components/approval-panel.tsx");
    expect(inspectorIn(modules)).toEqual([]);
  });

  it("an app that inspects in development alone: nothing of the inspector in production", async () => {
    const app = (isDevelopment: boolean) => `
      import { createAgentClient } from "@holdpoint/client";
      import { createInspectableClient, Inspector } from "@holdpoint/react/devtools";
      export const client = ${isDevelopment} ? createInspectableClient({}) : createAgentClient({});
      export const Devtools = ${isDevelopment} ? Inspector : () => null;`;
    const [inDevelopment, inProduction] = await Promise.all(
      [true, false].map(async (is) => (await bundle(app(is), { treeshake: true })).first),
    );
    expect(inspectorIn(inDevelopment ?? []).length).toBeGreaterThan(20);
    expect(inProduction).toContain("packages/client/src/client.ts");
    expect(inspectorIn(inProduction ?? [])).toEqual([]);
  });

  it("the inspector: a small part at first, the rest when it is opened", async () => {
    const { first, later } = await bundle(
      `export { createInspectableClient, Inspector } from "@holdpoint/react/devtools";`,
      { treeshake: true, codeSplitting: true },
    );
    expect(
      inspectorIn(first)
        .map((path) => path.replace(/.*\//, ""))
        .sort(),
    ).toEqual([
      "entries.ts",
      "hearing.ts",
      "inspectable-client.ts",
      "inspection.ts",
      "inspector.tsx",
      "journal.ts",
      "json.ts",
      "ring.ts",
      "shell-words.ts",
    ]);
    expect(later).toContain("packages/react/src/devtools/panel.tsx");
  });
});
