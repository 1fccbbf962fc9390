/**
 * Holds our types of the wire to the official ones, at compile time only: nothing here runs.
 * `@ag-ui/core` 1.0.0 speaks protocol 1.0; 1.1 adds `encryptedValueType` and nothing else.
 */
import type * as official from "@ag-ui/core";
import type { AgentEvent, EventOf, EventType, JsonPatchOperation, TokenUsage } from "./events.ts";
import type { Interrupt, ResumeEntry, RunFinishedOutcome, SubagentFinishedOutcome } from "./interrupts.ts";
import type { ContentPart, Message, PartSource, Role, ToolCall } from "./messages.ts";
import type { Context, RunAgentInput, Tool } from "./run-input.ts";

/** Wrapped in tuples, so that unions are compared whole and `never` is not accepted by accident. */
type Mutual<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type Holds<T extends true> = T;

/** The official event with its `type` read as the text that travels. */
type Literal<E> = E extends { type: official.EventType } ? Omit<E, "type"> & { type: `${E["type"]}` } : never;
type OfficialEvent = Literal<official.Event>;
type OfficialEventOf<Type extends EventType> = Extract<OfficialEvent, { type: Type }>;

/** Keys of any member of a union. */
type KeysOf<T> = T extends unknown ? keyof T : never;
type Added = "encryptedValueType";
/** Assignable both ways, and no member on either side that the other lacks but for the addition of 1.1. */
type Equal<Ours, Theirs> =
  Mutual<Ours, Theirs> extends true
    ? Same<Exclude<KeysOf<Ours>, Added>, Exclude<KeysOf<Theirs>, Added>>
    : false;

export type Events = Holds<Mutual<AgentEvent, OfficialEvent>>;
export type EventNames = Holds<Same<EventType, `${official.EventType}`>>;
/** Each event by itself: in the union a wrong event could hide behind a right one. */
export type EachEvent = Holds<
  { [Type in EventType]: Equal<EventOf<Type>, OfficialEventOf<Type>> } extends Record<EventType, true>
    ? true
    : false
>;

type MessageOf<All, R> = Extract<All, { role: R }>;
export type Messages = Holds<Mutual<Message, official.Message>>;
export type Roles = Holds<Same<Role, official.Role>>;
export type EachMessage = Holds<
  { [R in Role]: Equal<MessageOf<Message, R>, MessageOf<official.Message, R>> } extends Record<Role, true>
    ? true
    : false
>;

export type Interrupts = Holds<Equal<Interrupt, official.Interrupt>>;
export type ResumeEntries = Holds<Equal<ResumeEntry, official.ResumeEntry>>;
export type Outcomes = Holds<Equal<RunFinishedOutcome, official.RunFinishedOutcome>>;
export type SubagentOutcomes = Holds<Equal<SubagentFinishedOutcome, official.SubagentFinishedOutcome>>;
export type Parts = Holds<Equal<ContentPart, official.ContentPart>>;
export type Sources = Holds<Equal<PartSource, official.PartSource>>;
export type Calls = Holds<Equal<ToolCall, official.ToolCall>>;
export type Usage = Holds<Equal<TokenUsage, official.TokenUsage>>;
export type Operations = Holds<Equal<JsonPatchOperation, official.JsonPatchOperation>>;
export type Tools = Holds<Equal<Tool, official.Tool>>;
export type Contexts = Holds<Equal<Context, official.Context>>;
export type Inputs = Holds<Equal<RunAgentInput, official.RunAgentInput>>;

/** What 1.1 adds, and where; anything else that we had alone would show here. */
type Extra<Ours, Theirs> = Exclude<KeysOf<Ours>, KeysOf<Theirs>>;
export type AddedToMessages = Holds<Same<Extra<Message, official.Message>, Added>>;
export type AddedToCalls = Holds<Same<Extra<ToolCall, official.ToolCall>, Added>>;
export type AddedToEvents = Holds<Same<Extra<AgentEvent, OfficialEvent>, Added>>;

// The checks above can fail: each of these would be accepted if they looked away.
type AnyEntry = Omit<ResumeEntry, "interruptId"> & { interruptId?: string };
type WideEntry = Omit<ResumeEntry, "status"> & { status: ResumeEntry["status"] | "expired" };
type NumberedCall = Omit<ToolCall, "id"> & { id: number };
// @ts-expect-error The enum's members are no literals until they are read as such.
export type EnumIsNoLiteral = Holds<Mutual<AgentEvent, official.Event>>;
// @ts-expect-error An event that is missing.
export type OneMissing = Holds<Mutual<Exclude<AgentEvent, { type: "RAW" }>, OfficialEvent>>;
// @ts-expect-error A required field that may be absent.
export type MadeOptional = Holds<Equal<AnyEntry, official.ResumeEntry>>;
// @ts-expect-error A field of the wrong type.
export type WrongType = Holds<Equal<NumberedCall, official.ToolCall>>;
// @ts-expect-error An optional field that the other side does not have: assignable both ways, yet not equal.
export type OneTooMany = Holds<Equal<Interrupt & { title?: string }, official.Interrupt>>;
// @ts-expect-error A member of a closed set that the other side does not have.
export type WiderSet = Holds<Equal<WideEntry, official.ResumeEntry>>;
