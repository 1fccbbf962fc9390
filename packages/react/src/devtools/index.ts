export { createInspectableClient, type InspectOptions } from "./inspectable-client.ts";
export { Inspector, type InspectorProps } from "./inspector.tsx";
export type { InspectorMessages, InspectorTab } from "./words.ts";
