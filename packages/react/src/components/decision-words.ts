import type { Decision } from "@holdpoint/client";
import type { PanelMessages } from "../messages.ts";
import { entriesOf } from "./json-text.ts";

/** What was decided, in a word, and what else there was to the answer; undefined where that says it all. */
export function decisionWords(
  { status, payload }: Pick<Decision, "status" | "payload">,
  messages: PanelMessages,
): { readonly word: string; readonly rest: unknown } {
  const entries = entriesOf(payload);
  const approved = entries?.find(([key]) => key === "approved")?.[1];
  const others = entries?.filter(([key]) => key !== "approved") ?? [];
  if (typeof approved === "boolean") {
    const rest = others.length > 0 ? Object.fromEntries(others) : undefined;
    return { word: approved && status === "resolved" ? messages.approved : messages.denied, rest };
  }
  if (typeof payload === "boolean") return { word: payload ? messages.yes : messages.no, rest: undefined };
  return { word: status === "cancelled" ? messages.declined : messages.answered, rest: payload };
}

/** Names of what is not to be read over somebody's shoulder, though nobody has said so by a schema. */
const SECRET = /pass(word|phrase|code)|secret|token|api.?key|credential|^(pin|otp|cvv|cvc)$/i;

/** An answer without what its names say is a secret, however deep. */
export function withoutSecrets(value: unknown, words: string): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => withoutSecrets(item, words));
  const entries = entriesOf(value);
  if (!entries) return value;
  return Object.fromEntries(
    entries.map(([key, member]) => [key, SECRET.test(key) ? words : withoutSecrets(member, words)]),
  );
}
