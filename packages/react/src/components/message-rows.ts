import type { SubagentView } from "@holdpoint/client";

/** What stands in a conversation: a message, or an invocation of a subagent with all that is its own. */
export type MessageRow =
  | { readonly kind: "message"; readonly id: string }
  | { readonly kind: "subagent"; readonly view: SubagentView; readonly rows: readonly MessageRow[] };

/**
 * Nests a conversation: what a subagent has said stands where it began to, inside of whoever spawned it; one that
 * has said nothing yet stands after the message that spawned it, else at the end.
 */
export function toRows(ids: readonly string[], views: readonly SubagentView[]): readonly MessageRow[] {
  const known = new Map(views.map((view) => [view.id, view]));
  const ownerOf = new Map(views.flatMap((view) => view.messageIds.map((id) => [id, view.id] as const)));
  /** Its spawner and so on, itself last; an untrusted circle ends where it closes. */
  const lineOf = (id: string | undefined): readonly SubagentView[] => {
    const line: SubagentView[] = [];
    for (let view = known.get(id ?? ""); view && !line.includes(view); ) {
      line.unshift(view);
      view = known.get(view.parentSubagentRunId ?? "");
    }
    return line;
  };

  const root: MessageRow[] = [];
  const groups = new Map<string, MessageRow[]>();
  /** The rows of an invocation, put in their place when they are first asked for. */
  const rowsOf = (line: readonly SubagentView[]): MessageRow[] =>
    line.reduce((holder, view) => {
      const rows = groups.get(view.id);
      if (rows) return rows;
      const fresh: MessageRow[] = [];
      groups.set(view.id, fresh);
      holder.push({ kind: "subagent", view, rows: fresh });
      return fresh;
    }, root);

  const silent = views.filter(({ messageIds }) => messageIds.length === 0);
  for (const id of ids) {
    rowsOf(lineOf(ownerOf.get(id))).push({ kind: "message", id });
    for (const view of silent) if (view.parentMessageId === id) rowsOf(lineOf(view.id));
  }
  for (const view of silent) rowsOf(lineOf(view.id));
  return root;
}
