"use client";
import {
  type ApprovalItem,
  type Approvals,
  type FieldError,
  type InterruptDefinition,
  isApprovalError,
  type Metadata,
  type Readable,
} from "@holdpoint/client";
import { useMemo } from "react";
import { useAskingThread } from "./use-asking-thread.ts";
import type { ThreadOptions } from "./use-named-thread.ts";
import { useSelector } from "./use-selector.ts";

/** One pending question with the ways to answer it; nothing is sent by any of them. */
export interface PendingInterrupt<Input = unknown, Meta extends Metadata = Metadata> {
  readonly id: string;
  /** The question and what has been answered to it so far. */
  readonly item: ApprovalItem;
  /** What the agent said beside the question; undefined where that is not what was defined. */
  readonly metadata: Meta | undefined;
  /** All pending questions of this kind, in the agent's order: where there are more than one, draw each by its id. */
  readonly ids: readonly string[];
  /** Answers; returns why the answer was refused, or nothing. Keeps its identity, as the others do. */
  answer(payload: Input, options?: { metadata?: Metadata }): readonly FieldError[];
  /** Declines; returns why that was refused, or nothing. */
  decline(options?: { payload?: unknown; metadata?: Metadata }): readonly FieldError[];
  /** Takes the answer back; returns why that was refused, or nothing. */
  clear(): readonly FieldError[];
}

/** The pending question with an id; null where there is none. See {@link useInterruptForm} for one that is drawn from its schema. */
export function useInterrupt(interruptId: string, options?: ThreadOptions): PendingInterrupt | null;
/**
 * The pending question of a kind, its answer and its metadata typed by the definition; null where none is
 * pending. Where an agent asks several of a kind at once it is the first of them: `ids` has them all, and
 * `interruptId` chooses one. Several hooks answer several kinds of one batch, which `submit()` of
 * `useApprovals` or `useAgentRun` then sends. Give the definition to the client as one of its `interrupts`,
 * too, so that each answer is judged by it. Where no thread is named it is the first one of
 * `client.inbox` that waits for such a question.
 */
export function useInterrupt<Input, Output, Meta extends Metadata>(
  definition: InterruptDefinition<Input, Output, Meta>,
  options?: ThreadOptions & { interruptId?: string },
): PendingInterrupt<Input, Meta> | null;
export function useInterrupt(
  asked: string | InterruptDefinition,
  { interruptId, ...options }: ThreadOptions & { interruptId?: string } = {},
): PendingInterrupt | null {
  const definition = typeof asked === "string" ? undefined : asked;
  const wanted = typeof asked === "string" ? asked : interruptId;
  const isOfKind = ({ id, interrupt }: ApprovalItem): boolean =>
    definition ? interrupt?.reason === definition.reason : id === asked;
  const isWanted = (item: ApprovalItem): boolean =>
    isOfKind(item) && (wanted === undefined || item.id === wanted);

  const approvals = useAskingThread(isWanted, options)?.approvals;
  const source: Readable<Pick<Approvals, "items">> = approvals ?? nothing;
  const item = useSelector(source, ({ items }) => items.find(isWanted));
  const ids = useSelector(source, ({ items }) => items.filter(isOfKind).map(({ id }) => id), isSameList);
  const { id, batch } = item ?? {};

  const actions = useMemo(() => {
    if (!approvals || id === undefined || batch === undefined) return undefined;
    return {
      answer: (payload: unknown, more?: { metadata?: Metadata }) =>
        faultsOf(() =>
          definition
            ? definition.answer(approvals, id, payload, { ...more, batch })
            : approvals.answer(id, payload, { ...more, batch }),
        ),
      decline: (more?: { payload?: unknown; metadata?: Metadata }) =>
        faultsOf(() => void approvals.decline(id, { ...more, batch })),
      clear: () => faultsOf(() => void approvals.clear(id, { batch })),
    };
  }, [approvals, definition, id, batch]);

  return useMemo(() => {
    if (!item || !actions) return null;
    const { interrupt } = item;
    const metadata = definition && interrupt ? definition.metadataOf(interrupt) : interrupt?.metadata;
    return { id: item.id, item, metadata, ids, ...actions };
  }, [item, ids, actions, definition]);
}

/** Does something to a question; why it was refused, or nothing. */
function faultsOf(act: () => readonly FieldError[] | undefined): readonly FieldError[] {
  try {
    return act() ?? [];
  } catch (error) {
    if (!isApprovalError(error)) throw error;
    return [{ path: [], keyword: error.code, params: {}, message: error.message }];
  }
}

const nothing = { get: () => noItems, subscribe: () => () => {} };
const noItems: Pick<Approvals, "items"> = { items: [] };

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((each, at) => each === other[at]);
}
