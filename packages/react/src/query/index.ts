export { agentKeys, type ClientKey, type InboxKey, type ThreadKey } from "./agent-keys.ts";
export { type InboxQuery, type InboxQueryOptions, inboxQueryOptions } from "./inbox-query-options.ts";
export {
  type LoadedThread,
  type ThreadQuery,
  type ThreadQueryOptions,
  threadQueryOptions,
} from "./thread-query-options.ts";
export { type SendRequest, type SendVariables, useSendMutation } from "./use-send-mutation.ts";
export { type SubmitRequest, useSubmitMutation } from "./use-submit-mutation.ts";
export type { ThreadMutation, ThreadMutationOptions } from "./use-thread-mutation.ts";
