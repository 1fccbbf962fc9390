import type { ApprovalItem } from "../approvals/types.ts";
import { jsonEqual } from "../lib/json-equal.ts";
import type { FieldError, Path, PreparedSchema } from "../schema/types.ts";
import type { Choice, Choices } from "./choices.ts";
import { toFieldId } from "./field-props.ts";
import { type FormState, leaves, pathKey, read, shownValue } from "./form-state.ts";
import { withSentence } from "./sentences.ts";
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
  | "fields"
  | "actions"
  | "values"
  | "errors"
  | "canCommit"
  | "answersAnything"
  | "warnings"
  | "error"
>;

const unchecked = "The answer cannot be checked here; the agent will judge it.";

/** Makes the data of a view. */
export function toSnapshot({ choices, intake, state, item, disabled, error, run }: SnapshotInput): Snapshot {
  const { tree, prepared, actions, answersAnything } = choices;
  const nodes = leaves(tree);
  const { answer, faults, skipped } = read(tree, prepared, state);
  const shown = faults.filter((fault) => {
    const node = nodes.find(({ path }) => isUnder(fault.path, path));
    return state.attempted || (node !== undefined && state.touched.has(pathKey(node.path)));
  });
  const own = item.errors.filter((error) => !shown.some((fault) => isSame(fault, error)));
  const errors = [...shown, ...own].map(withSentence);
  const fields = nodes.map((node): FormField => {
    const id = toFieldId(item.batch, item.id, node.path);
    return {
      ...node,
      id,
      name: id,
      value: shownValue(node, state),
      errors: errors.filter((fault) => isUnder(fault.path, node.path)),
      touched: state.touched.has(pathKey(node.path)),
    };
  });
  return {
    id: item.id,
    item,
    disabled,
    fields,
    actions: actions.map((choice): FormAction => {
      return {
        id: choice.id,
        selected: isSelected(choice, item),
        matches: (answer) => isSelected(choice, answer),
        declines: choice.effect.do === "decline",
        run: () => run(choice),
      };
    }),
    values: answer,
    errors,
    canCommit: nodes.length > 0 || tree.kind === "object",
    answersAnything,
    warnings: [...intake.warnings, ...(intake.kind === "opaque" || skipped !== null ? [unchecked] : [])],
    error,
  };
}

function isSelected(
  { effect }: Choice,
  { status, payload }: Pick<ApprovalItem, "status" | "payload">,
): boolean {
  if (effect.do === "decline") return status === "declined";
  return status === "answered" && (effect.do === "commit" || jsonEqual(payload, effect.payload));
}

function isUnder(path: Path, holder: Path): boolean {
  return holder.every((key, at) => path[at] === key);
}

function isSame(a: FieldError, b: FieldError): boolean {
  return a.keyword === b.keyword && jsonEqual(a.path, b.path);
}
