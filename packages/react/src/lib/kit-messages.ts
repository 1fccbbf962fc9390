/** The words of the conversation and of the parts beside the panel. */
export interface KitMessages {
  roleUser: string;
  roleAgent: string;
  roleTool: string;
  roleReasoning: string;
  roleActivity: string;
  roleSystem: string;
  roleDeveloper: string;
  attachment: (kind: string) => string;
  incomplete: string;
  toolError: (error: string) => string;
  /** Names the list of messages. */
  messagesTitle: string;
  /** A subagent that never said its name. */
  subagent: string;
  /** How an invocation of a subagent stands, after its name. */
  subagentRunning: string;
  subagentFinished: string;
  subagentSuspended: string;
  subagentFailed: (error: string) => string;
  subagentAbandoned: string;

  /** Heading of the dialog. */
  dialogTitle: string;
  /** Closes the dialog while questions are still to be answered, which answers none of them. */
  answerLater: string;
  close: string;
  /** Opens the dialog again; `open` of the questions have no answer yet. */
  reopen: (open: number) => string;

  /** Marks a call that cannot be undone. */
  destructive: string;
  /** The call differs from what the agent asked for. */
  edited: string;
  /** Names the comparison, line by line. */
  changes: string;
  changeCount: (added: number, removed: number) => string;
  /** What a removed line begins with where it is read out, and an added one. */
  lineRemoved: string;
  lineAdded: string;
  /** Stands for lines that are the same on both sides. */
  unchanged: (lines: number) => string;
  /** Shows the rest of a long value. */
  more: (count: number) => string;

  /** Heading of the decisions. */
  decisionsTitle: string;
  decidedBy: (actor: string) => string;
  decidedByRule: (name: string) => string;
  decidedAt: (at: Date) => string;
  /** Nobody knows whether the agent received the decision. */
  unconfirmed: string;
  /** Unfolds what was answered. */
  showAnswer: string;

  /** Heading of the threads that wait. */
  inboxTitle: string;
  inboxEmpty: string;
  questions: (count: number) => string;
  moreQuestions: (count: number) => string;
  /** Announced: another thread has begun to wait. */
  inboxNews: (thread: string) => string;
  /** Sent, and nobody knows whether it arrived. */
  inboxUnknown: string;
  /** The agent did not accept the answers. */
  inboxFailed: string;

  statusRestoring: string;
  statusIdle: string;
  statusRunning: string;
  statusSuccess: string;
  statusInterrupted: string;
  statusCancelled: string;
  statusFailed: string;
  statusRejected: string;
  statusTruncated: string;
  statusStopped: string;
  statusUnstarted: string;
  /** Why trying again is a choice: the agent may have done something already. */
  mayRepeat: string;

  composerLabel: string;
  composerPlaceholder: string;
  composerSend: string;
  composerRunning: string;
  composerRestoring: string;
  /** Nobody knows whether the last answers arrived, which comes before anything else. */
  composerUnknown: string;
  /** Why a message cannot go out while questions are pending. */
  composerPending: (total: number) => string;
  /** Shows what sending the message would decline. */
  declineInstead: string;
  /** Heading of that preview. */
  declinePreview: (total: number) => string;
  /** An answer that is given and would not be sent. */
  answerDropped: (answer: string) => string;
  declineAndSend: (total: number) => string;
  keepQuestions: string;
}

const count = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;

/** Their English. */
export const kitMessages: KitMessages = {
  roleUser: "You",
  roleAgent: "Agent",
  roleTool: "Tool result",
  roleReasoning: "Reasoning",
  roleActivity: "Activity",
  roleSystem: "System",
  roleDeveloper: "Developer",
  attachment: (kind) => `[${kind}]`,
  incomplete: "(cut off)",
  toolError: (error) => `Failed: ${error}`,
  messagesTitle: "Messages",
  subagent: "Subagent",
  subagentRunning: "at work",
  subagentFinished: "finished",
  subagentSuspended: "waits for an answer",
  subagentFailed: (error) => `failed: ${error}`,
  subagentAbandoned: "broken off",

  dialogTitle: "The agent needs your decision",
  answerLater: "Answer later",
  close: "Close",
  reopen: (open) => (open > 0 ? `Answer ${count(open, "question", "questions")}` : "Look at your answers"),

  destructive: "This cannot be undone.",
  edited: "Edited: this is not what the agent asked for.",
  changes: "What was changed",
  changeCount: (added, removed) => `${count(added, "line", "lines")} added, ${removed} removed`,
  lineRemoved: "Removed:",
  lineAdded: "Added:",
  unchanged: (lines) => count(lines, "unchanged line", "unchanged lines"),
  more: (n) => `Show ${n} more`,

  decisionsTitle: "Decisions",
  decidedBy: (actor) => `by ${actor}`,
  decidedByRule: (name) => `by the rule ${name}`,
  decidedAt: (at) => at.toLocaleString([], { dateStyle: "medium", timeStyle: "short" }),
  unconfirmed: "Unconfirmed: nobody knows whether the agent received it.",
  showAnswer: "Answer",

  inboxTitle: "Waiting for you",
  inboxEmpty: "Nothing waits for you.",
  questions: (n) => count(n, "question", "questions"),
  moreQuestions: (n) => `and ${n} more`,
  inboxNews: (thread) => `${thread} waits for you.`,
  inboxUnknown: "Sent, but nobody knows whether it arrived.",
  inboxFailed: "The agent did not accept the answers.",

  statusRestoring: "Looking for what was kept.",
  statusIdle: "Nothing is running.",
  statusRunning: "The agent is working.",
  statusSuccess: "Finished.",
  statusInterrupted: "Paused. The agent is waiting for you.",
  statusCancelled: "Called off. The agent ended the run without finishing.",
  statusFailed: "Failed. The agent reported an error.",
  statusRejected: "Broken off. The agent sent something that cannot be read, so nothing after it was taken.",
  statusTruncated: "Broken off. The connection ended early, and nobody knows whether the agent finished.",
  statusStopped: "Stopped. What the agent did until then stays done.",
  statusUnstarted: "Not started. Nothing came back from the agent.",
  mayRepeat: "Trying again may repeat what the agent has already done.",

  composerLabel: "Message to the agent",
  composerPlaceholder: "Write to the agent",
  composerSend: "Send",
  composerRunning: "The agent is working. A message can go out when it is done.",
  composerRestoring: "What was kept is being looked for. A message can go out after that.",
  composerUnknown:
    "Nobody knows whether the agent received your answers. A message can go out once you sent them again or left it.",
  composerPending: (total) =>
    `The agent is waiting for ${count(total, "answer", "answers")}. A message can go out after that.`,
  declineInstead: "Decline and send this instead...",
  declinePreview: (total) => `Sending your message declines ${count(total, "question", "questions")}:`,
  answerDropped: (answer) => `Your answer is not sent: ${answer}`,
  declineAndSend: (total) => `Decline ${total === 1 ? "it" : `all ${total}`} and send`,
  keepQuestions: "Keep the questions",
};
