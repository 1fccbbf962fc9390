"use client";
import type { FormField, FormView } from "@holdpoint/client/form";
import { type ComponentType, type FormEvent, memo, type ReactElement, useId } from "react";
import { useFieldRules, useWords } from "../agent-provider.tsx";
import { draws, type FieldRule } from "../field-rules.ts";
import { afterPress } from "../focus.ts";
import { EnumField } from "./fields/enum-field.tsx";
import { type FieldComponentProps, toHint } from "./fields/field-frame.tsx";
import { GroupField } from "./fields/group-field.tsx";
import { MultiField } from "./fields/multi-field.tsx";
import { BooleanField, FixedField, JsonField, UnionField } from "./fields/plain-fields.tsx";
import { TextField } from "./fields/text-field.tsx";
import { homelessOf } from "./homeless.ts";
import { scopedId } from "./scoped-id.ts";

/** Props of {@link InterruptForm}. */
export interface InterruptFormProps {
  form: FormView;
  /** How fields of this form are drawn that ours do not suit; before the rules from above. */
  fields?: readonly FieldRule[] | undefined;
}

/** The fields of one question and its errors. It never sends by itself: Enter in a field does nothing. */
export const InterruptForm = (props: InterruptFormProps): ReactElement => {
  return <ScopedForm {...props} scope={useId()} />;
};

/** As `InterruptForm`, with the ids of its fields under a name: the same question may be on the page twice. */
export const ScopedForm = ({ form, fields, scope }: InterruptFormProps & { scope: string }): ReactElement => {
  const rules = useFieldRules(fields);
  return (
    <>
      {form.description && toHint(undefined, form.description)}
      {form.fields.length > 0 && (
        <form className="hp-form" noValidate onSubmit={stay}>
          {form.fields.map((field) => (
            <Field key={field.id} form={form} field={scoped(scope, field)} holder={undefined} rules={rules} />
          ))}
        </form>
      )}
      <FormErrors form={form} />
    </>
  );
};

/** The errors that belong to no field. */
export const FormErrors = ({ form }: { form: FormView }): ReactElement | false => {
  const messages = useWords();
  const words = homelessOf(form).map((error) => messages.fault(error));
  if (form.error) words.push(form.error.message);
  return (
    words.length > 0 && (
      <p className="hp-note" data-tone="error" role="alert">
        {words.join(" ")}
      </p>
    )
  );
};

const stay = (event: FormEvent): void => {
  event.preventDefault();
};

const scoped = (scope: string, field: FormField): FormField => {
  const children = field.children.map((child) =>
    scoped(scope, field.kind === "union" ? toWay(child, field) : child),
  );
  return { ...field, id: scopedId(scope, field), children };
};

/** The field of a chosen way to answer, without saying again what the choice has said. */
const toWay = ({ description: _, ...way }: FormField, { label, value, options }: FormField): FormField => {
  const option = options.find((each) => each.value === value);
  const isPlain = kinds[way.kind] !== GroupField && way.label === label;
  return { ...way, label: isPlain && option ? option.label : way.label };
};

const Field = ({
  rules,
  ...shared
}: Pick<FieldComponentProps, "form" | "field" | "holder"> & {
  rules: readonly FieldRule[];
}): ReactElement => {
  const { form, field } = shared;
  const messages = useWords();
  const children = field.children.map((child) => (
    // Not the id, which changes as the item of a list around it is moved.
    <Field
      key={field.kind === "union" ? String(field.value) : child.key}
      form={form}
      field={child}
      holder={field}
      rules={rules}
    />
  ));
  const rule = rules.find((each) => draws(each, field));
  if (rule) return <>{rule.render({ form, field, children })}</>;
  const Kind = kinds[field.kind] ?? Json;
  const props = form.getFieldProps(field);
  return (
    <Kind
      {...shared}
      props={{ ...props, onBlur: () => afterPress(props.onBlur) }}
      label={field.label || messages.answerLabel}
      messages={messages}
    >
      {children}
    </Kind>
  );
};

const isShownSame = (before: FieldComponentProps, after: FieldComponentProps): boolean =>
  before.messages === after.messages &&
  JSON.stringify([before.field, before.props]) === JSON.stringify([after.field, after.props]);

/** A field without parts, which renders again only when it shows something else: its handlers stay the same. */
const leaf = (kind: (props: FieldComponentProps) => ReactElement): ComponentType<FieldComponentProps> =>
  memo(kind, isShownSame);

const Text = leaf(TextField);
const Fixed = leaf(FixedField);
const Json = leaf(JsonField);

const kinds: Partial<Record<FormField["kind"], ComponentType<FieldComponentProps>>> = {
  string: Text,
  number: Text,
  integer: Text,
  scalar: Text,
  boolean: leaf(BooleanField),
  enum: leaf(EnumField),
  "multi-enum": leaf(MultiField),
  const: Fixed,
  null: Fixed,
  object: GroupField,
  map: GroupField,
  array: GroupField,
  tuple: GroupField,
  union: UnionField,
};
