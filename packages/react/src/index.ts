import "./pack-order.ts";

export {
  AgentProvider,
  type AgentProviderProps,
  useAgentClient,
} from "./agent-provider.tsx";
export { ApprovalPanel, type ApprovalPanelProps } from "./components/approval-panel.tsx";
export { InterruptCard, type InterruptCardProps } from "./components/interrupt-card.tsx";
export { InterruptForm, type InterruptFormProps } from "./components/interrupt-form.tsx";
export { Message, type MessageProps } from "./components/message.tsx";
export { ToolCallText, type ToolCallTextProps } from "./components/tool-call-text.tsx";
export type { FieldRule, FieldRuleProps } from "./field-rules.ts";
export { toDurationWords } from "./lib/duration-words.ts";
export { defaultMessages, type Messages } from "./messages.ts";
export { type AgentRun, type AgentRunActions, useAgentRun } from "./use-agent-run.ts";
export { useCountdown } from "./use-countdown.ts";
export { useInterruptForm } from "./use-interrupt-form.ts";
export { useMessages } from "./use-messages.ts";
export { useSelector } from "./use-selector.ts";
export { useThread } from "./use-thread.ts";
