import type { ApprovalActions, ApprovalItem } from "../approvals/types.ts";
import { isApprovalError } from "../errors.ts";
import { jsonEqual } from "../lib/json-equal.ts";
import type { Metadata } from "../protocol/messages.ts";
import { toFault } from "../schema/fault.ts";
import { prepareSchema } from "../schema/prepare.ts";
import type { FieldError, Path } from "../schema/types.ts";
import { addPart, chooseWay, movePart, putValue, removePart } from "./change-parts.ts";
import { type Choice, toChoices } from "./choices.ts";
import { changeAt, draw, slotOf } from "./drawing.ts";
import { type Drawn, flatten, isDrawn } from "./drawn.ts";
import { putChange, toFieldProps } from "./field-props.ts";
import type { Edits } from "./field-tree.ts";
import { type FormState, read, readDraft, toDraft } from "./form-state.ts";
import { parseJson } from "./parse-json.ts";
import type { Slot } from "./slot.ts";
import { toSnapshot } from "./snapshot.ts";
import type { FieldProps, FormField, FormView } from "./types.ts";

/** The form of a question; `onChange` hears of what changes in it that the pending questions do not have. */
export const openForm = (
  approvals: ApprovalActions,
  first: ApprovalItem,
  onChange: () => void,
): (() => FormView) => {
  const { id, batch } = first;
  const intake = prepareSchema(first.interrupt?.responseSchema);
  let choices = toChoices(first, intake, editsOf(approvals, first));

  let known = first;
  let state: FormState = { slot: {}, attempted: false };
  let error: Error | null = null;
  let writing = false;
  let consented = false;
  let view: FormView | null = null;

  /** What an item puts into the fields; what is there already where it says nothing. */
  const slotFor = ({ status, payload, draft }: ApprovalItem): Slot => {
    const { tree } = choices;
    const kept = readDraft(draft);
    // Any JSON stays as it was typed.
    if (status !== "answered" || !isDrawn(tree))
      return kept ?? (draft === undefined ? state.slot : slotOf(tree, draft, false));
    // Texts that are not behind this answer are older than it.
    const isBehind = kept && jsonEqual(read(choices, { slot: kept }).answer, payload);
    return isBehind ? kept : slotOf(tree, payload, true);
  };

  const current = (): { item: ApprovalItem; disabled: boolean } => {
    const { phase, items } = approvals.get();
    const item = items.find((each) => each.id === id && each.batch === batch);
    return { item: item ?? known, disabled: !item || (phase !== "open" && phase !== "failed") };
  };

  /** Follows what others wrote; what this form wrote is what it holds already. */
  const follow = (item: ApprovalItem): void => {
    if (item === known) return;
    consented = item.status === "answered";
    if (item.toolCall?.arguments !== known.toolCall?.arguments) {
      choices = toChoices(item, intake, editsOf(approvals, item));
    }
    const said = [known, item].map(({ status, payload, draft }) => [status, payload, draft]);
    known = item;
    if (jsonEqual(said[0], said[1])) return;
    state = { ...state, slot: slotFor(item) };
    view = null;
  };

  const get = (): FormView => {
    // Half of an edit is not shown.
    if (writing && view) return view;
    const { item, disabled } = current();
    if (!writing) follow(item);
    if (view && view.item === item && view.disabled === disabled) return view;
    view = { ...toSnapshot({ choices, intake, state, item, disabled, error, run }), ...handle };
    return view;
  };

  const changed = (): void => {
    view = null;
    onChange();
  };

  /** Writes to the pending questions as one change, and gives what it finds wrong; a refusal is shown, the texts stay. */
  const write = (fn: () => readonly FieldError[] | undefined): readonly FieldError[] => {
    if (current().disabled) return [toFault([], "disabled", {}, "This cannot be changed now.")];
    writing = true;
    error = null;
    try {
      return fn() ?? [];
    } catch (refusal) {
      if (!isApprovalError(refusal)) throw refusal;
      error = refusal;
      return [toFault([], refusal.code, {}, refusal.message)];
    } finally {
      writing = false;
      known = current().item;
      changed();
    }
  };

  /** Keeps what was typed, and answers with it while it is valid; without `answers` it stays a draft. */
  const save = (next: FormState, answers: boolean): void => {
    write(() => {
      state = next;
      const { answer, faults } = read(choices, state);
      try {
        if (faults.length > 0) approvals.clear(id, { batch });
        else if (answers) approvals.answer(id, answer, { batch });
      } finally {
        // An answer takes the place of an older draft; the texts behind this one stay, even where it was refused.
        approvals.draft(id, toDraft(state), { batch });
      }
    });
  };

  const edit = (path: Path, change: (drawn: Drawn) => Slot): void => {
    const { item } = current();
    // What others wrote since the last reading is the base of this edit.
    follow(item);
    const slot = changeAt(draw(choices.tree, state.slot), path, (drawn) =>
      drawn.node.readOnly ? drawn.slot : change(drawn),
    );
    if (!slot) return;
    // Beside Approve and Deny, typing is not yet consent: only a press of Approve answers.
    // Nor is consent taken back by a text that is half typed.
    if (item.status !== "open") consented = item.status === "answered";
    save({ ...state, slot }, consented || !choices.actions.some(({ effect }) => effect.do === "commit"));
  };

  const touch = (path: Path): void => {
    const tree = draw(choices.tree, state.slot);
    // What is drawn no more when a press is over is not put there by that.
    const field = flatten(tree).find(({ node }) => jsonEqual(node.path, path));
    const slot =
      field && !field.slot.touched && changeAt(tree, path, (drawn) => ({ ...drawn.slot, touched: true }));
    if (!slot) return;
    state = { ...state, slot };
    changed();
  };

  const isSettled = (): boolean => error === null && current().item.status !== "open";

  const commit = (): boolean => {
    follow(current().item);
    if (isDrawn(choices.tree)) save({ ...state, attempted: true }, true);
    return isSettled();
  };

  const answer = (payload: unknown, options?: { metadata?: Metadata }): readonly FieldError[] => {
    return write(() => {
      const faults = approvals.answer(id, payload, { ...options, batch });
      state = { slot: slotFor(current().item), attempted: faults.length > 0 };
      if (isDrawn(choices.tree)) approvals.draft(id, toDraft(state), { batch });
      return faults;
    });
  };

  const decline = (options?: { payload?: unknown; metadata?: Metadata }): void => {
    write(() => void approvals.decline(id, { ...options, batch }));
  };

  const clear = (): void => {
    write(() => {
      consented = false;
      state = { ...state, attempted: false };
      approvals.clear(id, { batch });
    });
  };

  const run = ({ effect }: Choice): boolean => {
    if (effect.do === "commit") commit();
    else if (effect.do === "answer") answer(effect.payload);
    else decline();
    return isSettled();
  };

  /** The same functions for the same place, so that what is memoised by them stays. */
  const handlers = new Map<string, Pick<FieldProps, "onChange" | "onBlur">>();
  const handle = {
    setValue: (path: Path, value: unknown) => edit(path, (drawn) => putValue(drawn, value)),
    add: (path: Path, at?: number | string) => edit(path, (drawn) => addPart(drawn, at)),
    setJson: (json: string) =>
      void write(() => {
        state = { ...state, slot: { ...state.slot, json } };
        approvals.draft(id, toDraft(state), { batch });
      }),
    choose: (path: Path, option: number | undefined) => edit(path, (drawn) => chooseWay(drawn, option)),
    remove: (path: Path) => edit(path.slice(0, -1), (holder) => removePart(holder, path.at(-1))),
    move: (path: Path, by: number) => edit(path.slice(0, -1), (holder) => movePart(holder, path.at(-1), by)),
    touch,
    commit,
    answer,
    decline,
    clear,
    getFieldProps(field: FormField): FieldProps {
      const { path, kind } = field;
      // Not the id, which may be the app's own and go with an item that is moved.
      const key = kind + JSON.stringify(path);
      const own = handlers.get(key) ?? {
        onChange: (change: unknown) => edit(path, (drawn) => putChange(drawn, kind === "union", change)),
        onBlur: () => touch(path),
      };
      handlers.set(key, own);
      return { ...toFieldProps(field, current().disabled), ...own };
    },
  };

  state = { ...state, slot: slotFor(first) };
  return get;
};

/** The arguments that an answer to a call may change. */
const editsOf = ({ editedArgs, parametersOf }: ApprovalActions, { toolCall }: ApprovalItem): Edits | null => {
  // Digits that cannot be sent again would be changed by an edit beside them.
  if (toolCall?.input === undefined || !parseJson(toolCall.arguments).ok) return null;
  const parameters = prepareSchema(parametersOf(toolCall.name));
  return { key: editedArgs, input: toolCall.input, parameters };
};
