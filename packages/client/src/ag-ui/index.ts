export type { AgUiAgent } from "./agents.ts";
export type { AbstractAgentOptions } from "./to-abstract-agent.ts";
export { toAbstractAgent } from "./to-abstract-agent.ts";
export { agUiTransport } from "./transport.ts";
