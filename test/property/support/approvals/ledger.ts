import type { ApprovalItem, Approvals, ResumeEntry } from "@holdpoint/client";
import type { QuestionPlan } from "./steps.ts";

/** A question as the agent asked it. */
export interface Question {
  readonly id: string;
  readonly plan: QuestionPlan;
  readonly expiresAt: number | undefined;
  readonly toolCallId: string | undefined;
}

/** What a person has said to a question so far. */
export interface Said {
  readonly status: ApprovalItem["status"];
  readonly payload?: unknown;
  readonly metadata?: ApprovalItem["metadata"] | undefined;
  readonly draft?: unknown;
}

interface KeptItem {
  readonly question: Question;
  /** All that was ever said here, in any tab. */
  readonly values: Set<string>;
  /** What was there when all tabs last agreed. */
  agreed: string;
  /** What each tab has said since, in its order. */
  readonly since: Map<string, readonly string[]>;
}

/** What a batch should be, as the people at the tabs have made it. */
export interface BatchLedger {
  readonly token: string;
  readonly items: ReadonlyMap<string, KeptItem>;
  /** The entries of each submit, as text; those of a retry are among them. */
  readonly attempts: Set<string>;
  /** Those that the agent has settled. */
  settled: string | undefined;
  /** They may have arrived: only a retry may send them. */
  unconfirmed: boolean;
  /** How the batch may end: settled by the agent, dismissed, or withdrawn with the run that asked. */
  closing: "confirmed" | "unconfirmed" | "withdrawn" | undefined;
  /** A call was changed, which withdraws answers to it. */
  callChanged: boolean;
  /** A tab was killed that had said something which may not be kept yet. */
  lossy: boolean;
}

export interface Ledger {
  readonly batches: ReadonlyMap<string, BatchLedger>;
  open(token: string, questions: readonly Question[], items: readonly ApprovalItem[]): void;
  /** A person has said something in a tab. */
  say(token: string, id: string, tab: string, said: Said): void;
  /** What is wrong with what a tab shows, if anything. */
  faultOf(shown: Approvals): string | undefined;
  /** The same, where every tab has seen all there is; takes it as agreed. */
  agree(shown: Approvals): string | undefined;
  /** A tab was killed, and what it knew alone is lost; `kept` is a batch that it settled, and that the storage still has. */
  lose(tab: string, kept: string | undefined): void;
}

export const textOf = ({ status, payload, metadata, draft }: Said): string =>
  JSON.stringify({ status, payload, metadata, draft });

/** What an answer becomes when its call is changed. */
function withdrawn(text: string): string {
  const said: Said = JSON.parse(text);
  const { status, payload, draft } = said;
  return status === "answered" ? textOf({ status: "open", draft: draft ?? payload }) : text;
}

export function createLedger(): Ledger {
  const batches = new Map<string, BatchLedger>();

  function ledgerOf({ batch }: Approvals): BatchLedger | undefined {
    return batch === null ? undefined : batches.get(batch);
  }

  function faultOf(shown: Approvals): string | undefined {
    const batch = ledgerOf(shown);
    if (batch === undefined) return shown.batch === null ? undefined : `nobody asked ${shown.batch}`;
    const ids = shown.items.map(({ id }) => id);
    if (ids.join() !== [...batch.items.keys()].join()) return `${batch.token} shows the items ${ids}`;
    for (const item of shown.items) {
      const kept = batch.items.get(item.id);
      const text = textOf(item);
      const values = [...(kept?.values ?? [])];
      const isKnown =
        values.includes(text) || (batch.callChanged && values.some((each) => withdrawn(each) === text));
      if (!isKnown)
        return `"${item.id}" of ${batch.token} shows ${text}, which nobody said: ${values.join(" ")}`;
    }
    return undefined;
  }

  return {
    batches,
    open(token, questions, items) {
      batches.set(token, {
        token,
        items: new Map(
          questions.map((question, at) => {
            const said = textOf(items[at] ?? { status: "open" });
            return [question.id, { question, values: new Set([said]), agreed: said, since: new Map() }];
          }),
        ),
        attempts: new Set(),
        settled: undefined,
        unconfirmed: false,
        closing: undefined,
        callChanged: false,
        lossy: false,
      });
    },
    say(token, id, tab, said) {
      const kept = batches.get(token)?.items.get(id);
      kept?.values.add(textOf(said));
      kept?.since.set(tab, [...(kept.since.get(tab) ?? []), textOf(said)]);
    },
    faultOf,
    agree(shown) {
      const fault = faultOf(shown);
      const batch = ledgerOf(shown);
      if (fault !== undefined || batch === undefined) return fault;
      for (const item of shown.items) {
        const kept = batch.items.get(item.id);
        if (kept === undefined) continue;
        const text = textOf(item);
        const last = [...kept.since.values()].flatMap((said) => (batch.lossy ? said : said.slice(-1)));
        if (last.length === 0 || batch.lossy) last.push(kept.agreed);
        const isRight = last.includes(text) || (batch.callChanged && last.map(withdrawn).includes(text));
        if (!isRight) return `"${item.id}" of ${batch.token} has lost ${last.join(" or ")}: it shows ${text}`;
        kept.agreed = text;
        kept.since.clear();
      }
      batch.lossy = false;
      return undefined;
    },
    lose(tab, token) {
      for (const batch of batches.values()) {
        for (const { since } of batch.items.values()) if (since.has(tab)) batch.lossy = true;
      }
      const kept = batches.get(token ?? "");
      if (kept?.closing === undefined) return;
      kept.closing = undefined;
      kept.unconfirmed = true;
    },
  };
}

/** Whether an answer fits what was asked; nobody asks for more than a type. */
export const fits = ({ plan }: Question, payload: unknown): boolean =>
  plan.schema === "none" || typeof payload === plan.schema;

/** The entry that stands for what was said. */
export function entryOf({ id, plan }: Question, { status, payload, metadata }: Said): ResumeEntry {
  const isNo = payload === false || JSON.stringify(payload) === '{"approved":false}';
  const declines = status === "declined" || (plan.reason === "tool_approval" && isNo);
  return {
    interruptId: id,
    status: declines ? "cancelled" : "resolved",
    ...(payload !== undefined && payload !== null && { payload }),
    ...(metadata !== undefined && { metadata }),
  };
}
