import "./pack-order.ts";

export {
  AgentProvider,
  type AgentProviderProps,
  ThreadProvider,
  type ThreadProviderProps,
  useAgentClient,
} from "./agent-provider.tsx";
export type { CardRuleProps } from "./card-context.ts";
export { type CardRule, createCardRule, type TypedCardProps } from "./card-rules.ts";
export {
  ApprovalDialog,
  type ApprovalDialogParts,
  type ApprovalDialogProps,
} from "./components/approval-dialog.tsx";
export { ApprovalPanel, type ApprovalPanelProps } from "./components/approval-panel.tsx";
export { CardRules, type CardRulesProps } from "./components/card-rules.tsx";
export { Composer, type ComposerParts, type ComposerProps } from "./components/composer.tsx";
export { DecisionLog, type DecisionLogParts, type DecisionLogProps } from "./components/decision-log.tsx";
export { ExpiryNotice, type ExpiryNoticeProps } from "./components/expiry-notice.tsx";
export { Inbox, type InboxParts, type InboxProps } from "./components/inbox.tsx";
export { InterruptCard, type InterruptCardProps } from "./components/interrupt-card.tsx";
export { InterruptForm, type InterruptFormProps } from "./components/interrupt-form.tsx";
export { JsonTree, type JsonTreeProps } from "./components/json-tree.tsx";
export { LineDiff, type LineDiffProps } from "./components/line-diff.tsx";
export { Message, type MessageProps } from "./components/message.tsx";
export { MessageList, type MessageListProps } from "./components/message-list.tsx";
export type { MessageParts } from "./components/message-parts.ts";
export type { Part } from "./components/part.ts";
export {
  RunStatus,
  type RunStatusParts,
  type RunStatusProps,
  type ShownStatus,
} from "./components/run-status.tsx";
export {
  ToolCallReview,
  type ToolCallReviewParts,
  type ToolCallReviewProps,
} from "./components/tool-call-review.tsx";
export { ToolCallText, type ToolCallTextProps } from "./components/tool-call-text.tsx";
export type { FieldRule, FieldRuleProps } from "./field-rules.ts";
export { type CheckedCall, type ToolMap, toCheckedCall } from "./lib/checked-call.ts";
export { toDurationWords } from "./lib/duration-words.ts";
export type { KitMessages } from "./lib/kit-messages.ts";
export { defaultMessages, type Messages, type PanelMessages } from "./messages.ts";
export { type ThreadActivity, useActivity } from "./use-activity.ts";
export { useAgentContext } from "./use-agent-context.ts";
export { useAgentEvent } from "./use-agent-event.ts";
export {
  type AgentRun,
  type AgentRunActions,
  useAgentRun,
} from "./use-agent-run.ts";
export { useAgentState } from "./use-agent-state.ts";
export { useAgentTool } from "./use-agent-tool.ts";
export { type ApprovalsActions, type PendingApprovals, useApprovals } from "./use-approvals.ts";
export { useCountdown } from "./use-countdown.ts";
export { useInbox } from "./use-inbox.ts";
export { type PendingInterrupt, useInterrupt } from "./use-interrupt.ts";
export { useInterruptForm } from "./use-interrupt-form.ts";
export { useLeaveWarning } from "./use-leave-warning.ts";
export { useMessage } from "./use-message.ts";
export { useMessageIds } from "./use-message-ids.ts";
export { useMessages } from "./use-messages.ts";
export type { ThreadOptions } from "./use-named-thread.ts";
export type { AgentRunOptions } from "./use-run-life.ts";
export { useRunStatus } from "./use-run-status.ts";
export { useSelector } from "./use-selector.ts";
export { useSubagents } from "./use-subagents.ts";
export { useSuspenseThread } from "./use-suspense-thread.ts";
export { useThread } from "./use-thread.ts";
export { type TypedToolCall, useToolCall } from "./use-tool-call.ts";
