import { type ApprovalItem, jsonEqual } from "@holdpoint/client";
import type { FormField, FormView } from "@holdpoint/client/form";
import type { PanelMessages } from "../messages.ts";
import { entriesOf, toText } from "./json-text.ts";
import { labelled } from "./labelled.ts";
import { isSecret } from "./secret.ts";

/** An answer: the one that was given, or one that could be. */
export type Reply = Pick<ApprovalItem, "status" | "payload">;

/** What has been answered, as one line of plain text: what will be sent, not what was typed. */
export const summarizeAnswer = (form: FormView, messages: PanelMessages): string => {
  return summarizeReply(form, form.item, messages);
};

/** An answer to a form's question, in the same words as its own. */
export const summarizeReply = (form: FormView, reply: Reply, messages: PanelMessages): string => {
  const words = wordFor(form, reply, messages);
  if (reply.status === "declined") return words ?? messages.declined;
  // What is drawn now says how to read the answer that it makes up, and no other.
  const isDrawn = jsonEqual(reply.payload, form.values);
  const parts = form.fields.flatMap((field) => {
    // What is drawn is in no list, or is the answer itself.
    const value = field.path.reduce<unknown>(
      (part, key) => new Map<unknown, unknown>(entriesOf(part)).get(key),
      reply.payload,
    );
    const name = field.path.length === 0 ? "" : field.label;
    return partText(name, value, isDrawn ? field : { ...field, children: [] }, messages);
  });
  if (words) return [words, ...parts].join(", ");
  if (parts.length > 0) return parts.join(", ");
  return form.fields.length > 0 ? messages.answered : valueText(reply.payload, undefined, messages);
};

const wordKeys = { approve: "approved", deny: "denied", yes: "yes", no: "no" } as const;

/** The button that was pressed, as what it came to; undefined where none was. */
const wordFor = (form: FormView, reply: Reply, messages: PanelMessages): string | undefined => {
  const pressed = form.actions.find((action) => action.matches(reply));
  return pressed && messages[wordKeys[pressed.id]];
};

/** A part under its name: what has parts of its own in brackets. Nothing for what is not there, or the same in each answer. */
const partText = (
  name: string,
  value: unknown,
  field: FormField | undefined,
  messages: PanelMessages,
): readonly string[] => {
  if (value === undefined || field?.kind === "const") return [];
  const text = valueText(value, field, messages) || messages.emptyList;
  return [name === "" ? text : isNested(value) ? `${name} (${text})` : labelled(name, text)];
};

const valueText = (
  value: unknown,
  field: FormField | undefined,
  messages: PanelMessages,
  isWay = false,
): string => {
  const { kind, options = [], children = [] } = field ?? {};
  if (field && isSecret(field)) return messages.secret;
  const isUnion = kind === "union";
  const option = options.find((each) => jsonEqual(each.value, isUnion ? field?.value : value));
  const [way] = children;
  if (isUnion && option && way) {
    const text = valueText(value, way, messages, true);
    return text && way.kind !== "const" ? `${option.label} (${text})` : option.label;
  }
  if (option && !isUnion) return option.label;
  if (Array.isArray(value)) {
    return value
      .map((each: unknown, at) => valueText(each, kind === "multi-enum" ? field : children[at], messages))
      .join(value.some(isNested) ? "; " : ", ");
  }
  const entries = entriesOf(value);
  if (entries) {
    return entries
      .flatMap(([key, part]) => {
        const child = children.find((each) => each.key === key);
        // What is not drawn of a chosen way says only that it is this one.
        return isWay && !child ? [] : partText(child?.label ?? key, part, child, messages);
      })
      .join(", ");
  }
  if (value === true) return messages.yes;
  if (value === false) return messages.no;
  return value === null || value === undefined || value === "" ? messages.nothing : toText(value);
};

const isNested = (value: unknown): boolean => {
  return typeof value === "object" && value !== null;
};
