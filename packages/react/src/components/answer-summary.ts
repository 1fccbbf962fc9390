import type { ApprovalItem } from "@holdpoint/client";
import type { FormField, FormView } from "@holdpoint/client/form";
import type { Messages } from "../messages.ts";
import { isSameJson, toText } from "./json-text.ts";
import { labelled } from "./labelled.ts";
import { valueAt } from "./path.ts";

/** An answer: the one that was given, or one that could be. */
export type Reply = Pick<ApprovalItem, "status" | "payload">;

/** What has been answered, as one line of plain text: what will be sent, not what was typed. */
export function summarizeAnswer(form: FormView, messages: Messages): string {
  return summarizeReply(form, form.item, messages);
}

/** An answer to a form's question, in the same words as its own. */
export function summarizeReply(form: FormView, reply: Reply, messages: Messages): string {
  const words = wordFor(form, reply, messages);
  if (reply.status === "declined") return words ?? messages.declined;
  const parts = form.fields.flatMap((field) => {
    const value = valueAt(reply.payload, field.path);
    if (value === undefined) return [];
    const text = fieldText(field, value, messages);
    return field.path.length === 0 || field.label === "" ? [text] : [labelled(field.label, text)];
  });
  if (words) return [words, ...parts].join(", ");
  if (parts.length > 0) return parts.join(", ");
  return form.fields.length > 0 ? messages.emptyAnswer : valueText(reply.payload, messages);
}

/** The button that was pressed, as what it came to; undefined where none was. */
export function chosenWord(form: FormView, messages: Messages): string | undefined {
  return wordFor(form, form.item, messages);
}

function wordFor(form: FormView, reply: Reply, messages: Messages): string | undefined {
  switch (form.actions.find((action) => action.matches(reply))?.id) {
    case "approve":
      return messages.approved;
    case "deny":
      return messages.denied;
    case "yes":
      return messages.yes;
    case "no":
      return messages.no;
    default:
      return undefined;
  }
}

function fieldText(field: FormField, value: unknown, messages: Messages): string {
  const option = field.options.find(({ value: offered }) => isSameJson(offered, value));
  return option?.label ?? valueText(value, messages);
}

function valueText(value: unknown, messages: Messages): string {
  if (value === true) return messages.yes;
  if (value === false) return messages.no;
  if (value === null || value === undefined || value === "") return messages.nothing;
  return typeof value === "object" ? JSON.stringify(value) : toText(value);
}
