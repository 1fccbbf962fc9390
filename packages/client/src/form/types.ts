import type { ApprovalItem } from "../approvals/types.ts";
import type { Readable } from "../lib/cell.ts";
import type { Metadata } from "../protocol/messages.ts";
import type { FieldError, Path } from "../schema/types.ts";
import type { FieldNode } from "./field-node.ts";

/** A field as it stands now. */
export interface FormField extends FieldNode {
  /** The id for its element in the page: the same for the same batch, item and path, and no other's. */
  readonly id: string;
  readonly name: string;
  /**
   * The text of an input; a boolean, null or undefined for `boolean`; the chosen option's value or undefined for
   * `enum` and `union`, the list of them for `multi-enum`, the value itself for `const`; for what has parts
   * the JSON of what is in it, "" where it is no part of the answer.
   */
  readonly value: unknown;
  /** The faults to show at this field now; those of a part that is drawn are the part's own. */
  readonly errors: readonly FieldError[];
  /** A person has left the field once. */
  readonly touched: boolean;
  /**
   * The parts that are drawn now: of an object that is part of the answer, or the items of a list. Of a union
   * the field of the chosen way, which has the union's own path.
   */
  readonly children: readonly FormField[];
  /** `add` adds an item to this list, an entry to this map, or this object, or a text without letters, to the answer. */
  readonly canAdd: boolean;
  /** `remove` takes this item or entry out of what holds it, or this field and its parts out of the answer. */
  readonly canRemove: boolean;
}

/** What to spread on the element of a field. */
export interface FieldProps {
  readonly id: string;
  readonly name: string;
  readonly "aria-required"?: true;
  readonly "aria-invalid"?: true;
  /** The ids of the description and of the error, `${id}-description` and `${id}-error`, where they are shown. */
  readonly "aria-describedby"?: string;
  readonly disabled: boolean;
  readonly readOnly?: true;
  /** The text; for `enum` and `union` the position of the chosen option, see `optionIndex`. */
  readonly value?: string;
  readonly checked?: boolean;
  /** Takes a change event, or the value itself; for `multi-enum` the event of a checkbox with an option's position. */
  onChange(eventOrValue: unknown): void;
  onBlur(): void;
}

/** A button that answers a question as a whole. */
export interface FormAction {
  readonly id: "approve" | "deny" | "yes" | "no";
  /** It is what the question's answer says now. */
  readonly selected: boolean;
  /** Whether this is what such an answer says, as `selected` is for the question's own. */
  matches(answer: Pick<ApprovalItem, "status" | "payload">): boolean;
  /** Pressing it declines the question, so nothing else needs to. */
  readonly declines: boolean;
  /** Presses it; true where the question is answered or declined by it. */
  run(): boolean;
}

/** One question as a form: a snapshot, replaced by another at each change. */
export interface FormView {
  /** The id of the item. */
  readonly id: string;
  readonly item: ApprovalItem;
  /** Nothing can be changed now: the answers are on their way, or the question is gone. */
  readonly disabled: boolean;
  /** What the schema says of the answer as a whole, where that is an object, which is no field itself. */
  readonly description: string | undefined;
  /** What to draw, in the order of the schema. */
  readonly fields: readonly FormField[];
  readonly actions: readonly FormAction[];
  /** What would be sent now; undefined where there is nothing to send. */
  readonly values: unknown;
  /** The faults to show now: of fields that were left, of all after `commit()`, and always the item's own. */
  readonly errors: readonly FieldError[];
  /** `commit` would answer: what the fields hold is nothing that is refused. */
  readonly isComplete: boolean;
  /** The fields make up an answer; false where only an action, `answer` or `decline` gives one. */
  readonly canCommit: boolean;
  /** No schema says what an answer looks like, so `answer` takes any JSON. */
  readonly answersAnything: boolean;
  /** The text of such an answer as it was typed so far, by `setJson`; before that what the item's draft says. */
  readonly json: string;
  /** What a person should know about the schema, in English. */
  readonly warnings: readonly string[];
  /** Why the last edit did not reach the pending questions; the text itself is kept. */
  readonly error: Error | null;
  /**
   * Puts a text, a number, a boolean, null or an option's value into a field, or
   * a whole value, also typed as JSON, into an object or a list; undefined makes
   * it untouched again.
   */
  setValue(path: Path, value: unknown): void;
  /** Keeps the text of an answer in JSON as it is typed; nothing is answered by that, and no answer taken back. */
  setJson(text: string): void;
  /**
   * Adds an item to the list at a path, at its end or at an index; an entry with a new key to the map there;
   * the object there to the answer, or an empty text where a text is required and has nothing in it. See `canAdd`.
   */
  add(path: Path, at?: number | string): void;
  /** Chooses a way to answer of the union at a path, by its position; undefined takes the choice back. */
  choose(path: Path, option: number | undefined): void;
  /** Takes an item or an entry out of what holds it, or an optional part out of the answer; see `canRemove`. */
  remove(path: Path): void;
  /** Moves an item of a list so many places down, or up where `by` is negative. */
  move(path: Path, by: number): void;
  /** Shows the faults of a field from now on. */
  touch(path: Path): void;
  getFieldProps(field: FormField): FieldProps;
  /** Answers with what the fields hold, or shows what is wrong with it; true where the item is answered or declined. */
  commit(): boolean;
  /** Answers with any JSON value; returns why it was refused, or nothing. */
  answer(payload: unknown, options?: { metadata?: Metadata }): readonly FieldError[];
  decline(options?: { payload?: unknown; metadata?: Metadata }): void;
  /** Takes the answer back; what was typed stays. */
  clear(): void;
}

/** The form of one pending question. */
export interface Form extends Readable<FormView> {}
