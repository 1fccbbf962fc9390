/**
 * The floor plan as data. A place is a folder of `src/` (`lib/`), a file in it (`errors.ts`) or
 * files by name (`use-*`). A file imports strictly lower levels, or files of its own folder.
 */
export interface Place {
  readonly at: string;
  readonly level: number;
  /** Its files may import each other, as a folder's may; files in `src/` by themselves may not. */
  readonly together?: boolean;
  /** A published entry: nobody inside imports it. It sees up to and including its level. */
  readonly entry?: boolean;
  /** The other entries that an entry is made of. */
  readonly madeOf?: readonly string[];
}

export interface FloorPlan {
  readonly src: string;
  /** Absent where folders have no order: then only cycles and outside imports count. */
  readonly places?: readonly Place[];
  /** Whether its code may use Node's own modules. */
  readonly node?: boolean;
  /** Packages that only building or serving it needs: the root's, not its own. */
  readonly tools?: readonly string[];
}

const clientEntry = (at: string): Place => ({ at, level: 3, entry: true });

const client: FloorPlan = {
  src: "packages/client/src/",
  places: [
    { at: "protocol/", level: 0 },
    { at: "lib/", level: 1 },
    { at: "errors.ts", level: 1 },
    { at: "schema/", level: 1 },
    { at: "stream/", level: 2 },
    { at: "thread/", level: 2 },
    { at: "approvals/", level: 2 },
    // Below the storage, which brings it along: an app that keeps nothing has no use for other tabs.
    { at: "tabs/", level: 2 },
    { at: "transport/", level: 3 },
    { at: "storage/", level: 3 },
    { at: "run/", level: 4 },
    { at: "thread.ts", level: 5 },
    { at: "client.ts", level: 6 },
    { at: "pack-order.ts", level: 7 },
    { at: "index.ts", level: 8 },
    ...["form/", "agent/", "genkit/", "dialects/", "protobuf/"].map(clientEntry),
    // Between our agents and those of @ag-ui/client, either way.
    { at: "ag-ui/", level: 3, entry: true, madeOf: ["agent/"] },
    // The fakes around a whole client, and an agent that follows a script; no app ships it.
    { at: "testing/", level: 6, entry: true, madeOf: ["agent/"] },
  ],
};

const react: FloorPlan = {
  src: "packages/react/src/",
  places: [
    { at: "lib/", level: 0 },
    { at: "styles.d.css.ts", level: 0 },
    { at: "field-rules.ts", level: 1 },
    { at: "card-context.ts", level: 1 },
    { at: "card-rules.ts", level: 2 },
    { at: "focus.ts", level: 1 },
    { at: "messages.ts", level: 1 },
    { at: "use-readable.ts", level: 1 },
    { at: "agent-provider.tsx", level: 2 },
    // One hook a file; hooks are made of hooks.
    { at: "use-*", level: 3, together: true },
    { at: "components/", level: 4 },
    { at: "pack-order.ts", level: 5 },
    { at: "index.ts", level: 6 },
    { at: "messages/", level: 1, entry: true },
    { at: "query/", level: 3, entry: true },
    { at: "devtools/", level: 3, entry: true },
  ],
};

const demo: FloorPlan = { src: "apps/demo/src/", node: true, tools: ["vite"] };

const mantine: FloorPlan = { src: "examples/mantine/src/" };

export const floorPlans: readonly FloorPlan[] = [client, react, demo, mantine];

export const longestFile = 300;

/** Where a cast is allowed: what comes from outside becomes a type there and nowhere else. */
export const castPlaces: readonly RegExp[] = [
  /^packages\/client\/src\/protocol\//,
  /^packages\/client\/src\/storage\/(stored-)?record\.ts$/,
  /^packages\/client\/src\/(.+\/)?define-interrupt\.ts$/,
];
