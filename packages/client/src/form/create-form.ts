import type { ApprovalActions } from "../approvals/types.ts";
import { ApprovalError } from "../errors.ts";
import { createCell, type Readable } from "../lib/cell.ts";
import { derived } from "../lib/derived.ts";
import { atOnce } from "../lib/publisher.ts";
import { openForm } from "./open-form.ts";
import type { Form, FormView } from "./types.ts";

/** The forms of the questions that are pending, of one batch after the other. */
interface Forms {
  readonly list: Readable<readonly FormView[]>;
  one(id: string): Form;
}

const formsOf = new WeakMap<ApprovalActions, Forms>();

/**
 * The form of a pending question, the same one for every reader, and the only
 * writer of its drawn answer: each edit keeps the texts as the item's draft
 * and answers the item while they are valid. Nothing is sent by it. Throws
 * `ApprovalError` with code `unknown-id` where no such question is pending.
 */
export const createForm = (approvals: ApprovalActions, id: string): Form => {
  return toForms(approvals).one(id);
};

/**
 * The forms of all pending questions, in the agent's order: the same array
 * until one of them changes. Listens only while it is listened to.
 */
export const createForms = (approvals: ApprovalActions): Readable<readonly FormView[]> => {
  return toForms(approvals).list;
};

const toForms = (approvals: ApprovalActions): Forms => {
  const forms = formsOf.get(approvals) ?? openForms(approvals);
  formsOf.set(approvals, forms);
  return forms;
};

const openForms = (approvals: ApprovalActions): Forms => {
  /** What is in any of the forms, beside what the pending questions have. */
  const edits = createCell<object>({}, atOnce);
  let batch = "";
  let forms = new Map<string, Form>();
  let views: readonly FormView[] = [];

  const sources = [approvals, edits];

  const one = (id: string): Form => {
    const item = approvals.get().items.find((each) => each.id === id);
    if (!item) throw new ApprovalError("unknown-id", `No question "${id}" is pending.`, [id]);
    if (item.batch !== batch) forms = new Map();
    batch = item.batch;
    const form =
      forms.get(id) ??
      derived(
        sources,
        openForm(approvals, item, () => edits.set({})),
      );
    forms.set(id, form);
    return form;
  };

  const list = derived(sources, () => {
    const next = approvals.get().items.map(({ id }) => one(id).get());
    const isSame = next.length === views.length && next.every((view, at) => view === views[at]);
    if (!isSame) views = next;
    return views;
  });
  return { list, one };
};
