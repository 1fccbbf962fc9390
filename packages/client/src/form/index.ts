import "./pack-order.ts";

export { prepareSchema } from "../schema/prepare.ts";
export type { FieldError, Path, PreparedSchema } from "../schema/types.ts";
export { createForm, createForms } from "./create-form.ts";
export type { FieldKind, FieldLimits, FieldNode, FieldOption } from "./field-node.ts";
export { optionIndex } from "./field-props.ts";
export { toFieldTree } from "./field-tree.ts";
export { type Parsed, parseJson } from "./parse-json.ts";
export type { FieldProps, Form, FormAction, FormField, FormView } from "./types.ts";
