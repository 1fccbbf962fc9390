/**
 * Where the two clients end differently, or did when this was written: the smallest stream that shows it, what a
 * client should make of it, and the page of the protocol (docs/spec/1.1) that decides.
 */
export interface Case {
  readonly name: string;
  /** The page that decides, or why none does. */
  readonly decides: string;
  readonly events: readonly object[];
  /** What should come of it: refused, or these messages. */
  readonly want: "refused" | readonly object[];
  readonly official: "agrees" | "differs";
  /** Why ours does not do it yet; such a case must fail, so the list can only shrink. */
  readonly pending?: string;
}

const start = { type: "RUN_STARTED", threadId: "t1", runId: "r1", protocolVersion: "1.0" };
const run = (...events: object[]) => [
  start,
  ...events,
  { type: "RUN_FINISHED", threadId: "t1", runId: "r1" },
];
const by = (owner?: string) => (owner === undefined ? {} : { subagentRunId: owner });
const open = (messageId: string, owner?: string, more: object = {}) => ({
  type: "TEXT_MESSAGE_START",
  messageId,
  ...by(owner),
  ...more,
});
const close = (messageId: string) => ({ type: "TEXT_MESSAGE_END", messageId });
const text = (messageId: string, delta: string, owner?: string) => [
  open(messageId, owner),
  { type: "TEXT_MESSAGE_CONTENT", messageId, delta },
  close(messageId),
];
const call = (toolCallId: string, more: object = {}) => [
  { type: "TOOL_CALL_START", toolCallId, toolCallName: "look", ...more },
  { type: "TOOL_CALL_END", toolCallId },
];
const result = (messageId: string, toolCallId: string, content = "r") => ({
  type: "TOOL_CALL_RESULT",
  messageId,
  toolCallId,
  content,
});
const activity = (more: object = {}) => ({
  type: "ACTIVITY_SNAPSHOT",
  messageId: "x",
  activityType: "p",
  content: { a: 1 },
  ...more,
});
const amend = (more: object = {}) => ({
  type: "ACTIVITY_DELTA",
  messageId: "x",
  activityType: "p",
  patch: [{ op: "replace", path: "/a", value: 2 }],
  ...more,
});
const inside = (id: string, ...events: object[]) => [
  { type: "SUBAGENT_STARTED", subagentRunId: id, name: "helper" },
  ...events,
  { type: "SUBAGENT_FINISHED", subagentRunId: id },
];
const encrypted = (more: object) => ({
  type: "REASONING_ENCRYPTED_VALUE",
  subtype: "message",
  entityId: "m",
  ...more,
});
const snapshot = (...messages: object[]) => ({ type: "MESSAGES_SNAPSHOT", messages });
const held = (id: string) => ({ id, type: "function", function: { name: "look", arguments: "" } });
const said = (id: string, content: string) => ({ id, role: "assistant", content });

/** Ours is as the page has it, or no page decides. */
const OURS: readonly Case[] = [
  {
    name: "a type of encrypted value is kept",
    decides: "events/reasoning, encryptedValueType: new in 1.1, which the official 1.0.0 does not know",
    events: run(open("m"), close("m"), encrypted({ encryptedValue: "v", encryptedValueType: "t" })),
    want: [{ ...said("m", ""), encryptedValue: "v", encryptedValueType: "t" }],
    official: "differs",
  },
  {
    name: "text is appended to a message of parts",
    decides: "events/text-messages, TEXT_MESSAGE_END: further content is appended to what was already there",
    events: run(
      snapshot({ id: "u", role: "user", content: [{ type: "text", text: "a" }] }),
      open("u", undefined, { role: "user" }),
      { type: "TEXT_MESSAGE_CONTENT", messageId: "u", delta: "b" },
      close("u"),
    ),
    want: [{ id: "u", role: "user", content: [{ type: "text", text: "ab" }] }],
    official: "differs",
  },
  {
    name: "a result stands where it arrived",
    decides:
      "no page: basic/run-input has the messages in order; the official client moves it up to its call",
    events: run(...call("c"), ...text("m", "x"), result("r", "c")),
    want: [
      { id: "c", role: "assistant", toolCalls: [held("c")] },
      said("m", "x"),
      { id: "r", role: "tool", toolCallId: "c", content: "r" },
    ],
    official: "differs",
  },
  {
    name: "a result that repeats an id replaces",
    decides: "no page: two messages of one id could not be told apart by a MESSAGES_SNAPSHOT (events/state)",
    events: run(...call("c"), result("r", "c"), result("r", "c", "second")),
    want: [
      { id: "c", role: "assistant", toolCalls: [held("c")] },
      { id: "r", role: "tool", toolCallId: "c", content: "second" },
    ],
    official: "differs",
  },
  {
    name: "a snapshot that repeats an id gives one message",
    decides: "events/state, MESSAGES_SNAPSHOT: messages are told apart by id",
    events: run(snapshot({ id: "u", role: "user", content: "1" }, { id: "u", role: "user", content: "2" })),
    want: [{ id: "u", role: "user", content: "2" }],
    official: "differs",
  },
];

/** The official client does what the page says; so should ours. */
const THEIRS: readonly Case[] = [
  {
    name: "a call of another owner than the message that holds it",
    decides: "events/subagents, Ownership: never attributed to one owner while its message is another's",
    events: run(...text("m", "x"), ...inside("a", ...call("c", { parentMessageId: "m", ...by("a") }))),
    want: "refused",
    official: "agrees",
  },
  {
    name: "an activity amended by another owner",
    decides: "events/subagents, Ownership: a continuation whose tag disagrees is rejected, activities too",
    events: run(...inside("a", activity(by("a")), ...inside("b", amend(by("b"))))),
    want: "refused",
    official: "agrees",
  },
  {
    name: "a message reopened by another owner in the same run",
    decides: "events/text-messages, TEXT_MESSAGE_END, the note",
    events: run(...text("m", "x"), ...inside("a", ...text("m", "y", "a"))),
    want: "refused",
    official: "agrees",
  },
  {
    name: "a call reopened by another owner in the same run",
    decides: "events/tool-calls, TOOL_CALL_END, with events/subagents, Ownership",
    events: run(...call("c"), ...inside("a", ...call("c", by("a")))),
    want: "refused",
    official: "agrees",
  },
  {
    name: "an invocation's id used again",
    decides: "events/subagents, Lifecycle",
    events: run(...inside("a"), ...inside("a")),
    want: "refused",
    official: "agrees",
  },
  {
    name: "a parent invocation that nobody announced",
    decides: "events/subagents, Nesting",
    events: run(
      { type: "SUBAGENT_STARTED", subagentRunId: "a", name: "helper", parentSubagentRunId: "zz" },
      { type: "SUBAGENT_FINISHED", subagentRunId: "a" },
    ),
    want: "refused",
    official: "agrees",
  },
  {
    name: "a delta retypes the activity",
    decides: "events/activity, ACTIVITY_DELTA: its activityType replaces the message's",
    events: run(activity(), amend({ activityType: "q" })),
    want: [{ id: "x", role: "activity", activityType: "q", content: { a: 2 } }],
    official: "agrees",
  },
  {
    name: "a snapshot that leaves an activity as it is still brings its metadata",
    decides: "basic/metadata, Where each event's metadata lands",
    events: run(activity(), activity({ replace: false, metadata: { k: 1 } })),
    want: [{ id: "x", role: "activity", activityType: "p", content: { a: 1 }, metadata: { k: 1 } }],
    official: "agrees",
  },
  {
    name: "a new encrypted value without a type takes the old type away",
    decides: "events/reasoning, encryptedValueType: the stored type is removed when the event carries none",
    events: run(
      open("m"),
      close("m"),
      encrypted({ encryptedValue: "v", encryptedValueType: "t" }),
      encrypted({ encryptedValue: "w" }),
    ),
    want: [{ ...said("m", ""), encryptedValue: "w" }],
    official: "agrees",
  },
  {
    name: "a call whose message a snapshot restated without it",
    decides: "events/state, MESSAGES_SNAPSHOT: the snapshot's copy replaces ours; nothing adds an empty list",
    events: run(
      { type: "TOOL_CALL_START", toolCallId: "c", toolCallName: "look" },
      snapshot(said("c", "x")),
      { type: "TOOL_CALL_ARGS", toolCallId: "c", delta: "{}" },
      { type: "TOOL_CALL_END", toolCallId: "c" },
    ),
    want: [said("c", "x")],
    official: "agrees",
  },
  {
    name: "a call streamed again after a snapshot took it away",
    decides: "events/tool-calls, TOOL_CALL_START: it attaches the call to the message that carries it",
    events: run(
      ...text("m", "x"),
      ...call("c", { parentMessageId: "m" }),
      snapshot(said("m", "x")),
      ...call("c", { parentMessageId: "m" }),
    ),
    want: [{ ...said("m", "x"), toolCalls: [held("c")] }],
    official: "agrees",
  },
  {
    name: "a call under a message that can hold none",
    decides: "no page: the official client falls back to the call's id, as where no parent is named",
    events: run(open("u", undefined, { role: "user" }), close("u"), ...call("c", { parentMessageId: "u" })),
    want: [
      { id: "u", role: "user", content: "" },
      { id: "c", role: "assistant", toolCalls: [held("c")] },
    ],
    official: "agrees",
  },
];

export const CASES: readonly Case[] = [...OURS, ...THEIRS];
