import type { ApprovalItem } from "../approvals/types.ts";
import { jsonEqual } from "../lib/json-equal.ts";
import type { FieldError, PreparedSchema } from "../schema/types.ts";
import { canAdd, canRemove } from "./change-parts.ts";
import type { Choice, Choices } from "./choices.ts";
import { type Drawn, flatten, isDrawn, isRootObject, tops } from "./drawn.ts";
import { toFieldId } from "./field-props.ts";
import { factsOf } from "./field-tree.ts";
import { type FormState, read, shownValue } from "./form-state.ts";
import { withSentence } from "./sentences.ts";
import { textOf } from "./to-value.ts";
import type { FormAction, FormField, FormView } from "./types.ts";

/** All that a view is made of. */
export interface SnapshotInput {
  readonly choices: Choices;
  /** The item's own schema, as it was found. */
  readonly intake: PreparedSchema;
  readonly state: FormState;
  readonly item: ApprovalItem;
  readonly disabled: boolean;
  readonly error: Error | null;
  run(choice: Choice): boolean;
}

/** The part of a view that is data. */
export type Snapshot = Pick<
  FormView,
  | "id"
  | "item"
  | "disabled"
  | "description"
  | "fields"
  | "actions"
  | "values"
  | "errors"
  | "isComplete"
  | "canCommit"
  | "answersAnything"
  | "json"
  | "warnings"
  | "error"
>;

const unchecked = "The answer cannot be checked here; the agent will judge it.";

/** Makes the data of a view. */
export const toSnapshot = ({
  choices,
  intake,
  state,
  item,
  disabled,
  error,
  run,
}: SnapshotInput): Snapshot => {
  const { tree, actions, answersAnything, edits } = choices;
  const { drawn, answer, faults, skipped } = read(choices, state);
  const places = flatten(drawn);
  /** The innermost field that is drawn and holds the place of a fault. */
  const homeOf = ({ path }: FieldError): Drawn | undefined =>
    places.findLast(({ node }) => node.path.every((key, at) => key === path[at]));
  const shown = faults.filter((fault) => state.attempted || homeOf(fault)?.slot.touched);
  const own = item.errors.filter((error) => !shown.some((fault) => jsonEqual(fault, error)));
  const errors = [...shown, ...own].map(withSentence);
  const homes = errors.map(homeOf);
  const toField = (part: Drawn, holder: Drawn | null): FormField => {
    const { node, kind, parts } = part;
    const id = toFieldId(item.batch, item.id, kind === "union" ? [...node.path, -1] : node.path);
    return {
      ...factsOf(node),
      kind,
      id,
      name: id,
      value: shownValue(part),
      errors: errors.filter((_, at) => homes[at] === part),
      touched: part.slot.touched === true,
      children: parts.filter(({ hidden }) => !hidden).map((inner) => toField(inner, part)),
      canAdd: canAdd(part),
      // Arguments that nobody has changed are not sent, so nobody has to remove them.
      canRemove: canRemove(part, holder) && (node.path.length > 1 || node.key !== edits?.key),
    };
  };
  const fields = tops(drawn).map((top) => toField(top, top === drawn ? null : drawn));
  return {
    id: item.id,
    item,
    disabled,
    description: isRootObject(tree) ? tree.description : undefined,
    fields,
    actions: actions.map((choice): FormAction => {
      const matches: FormAction["matches"] = (answer) => isSelected(choice, answer);
      return {
        id: choice.id,
        selected: matches(item),
        matches,
        declines: choice.effect.do === "decline",
        run: () => run(choice),
      };
    }),
    values: answer,
    errors,
    isComplete: faults.length === 0,
    canCommit: isDrawn(tree),
    answersAnything,
    json: state.slot.json ?? (isDrawn(tree) ? "" : textOf(drawn)),
    warnings: [...intake.warnings, ...(intake.kind === "opaque" || skipped !== null ? [unchecked] : [])],
    error,
  };
};

const isSelected = (
  { effect }: Choice,
  { status, payload }: Pick<ApprovalItem, "status" | "payload">,
): boolean => {
  if (effect.do === "decline") return status === "declined";
  return status === "answered" && (effect.do === "commit" || jsonEqual(payload, effect.payload));
};
