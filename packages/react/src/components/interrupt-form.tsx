"use client";
import type { FormField, FormView } from "@holdpoint/client/form";
import { type FormEvent, type ReactElement, useId } from "react";
import { BooleanField } from "./fields/boolean-field.tsx";
import { EnumField } from "./fields/enum-field.tsx";
import type { FieldComponentProps } from "./fields/field-frame.tsx";
import { GroupField } from "./fields/group-field.tsx";
import { JsonField } from "./fields/json-field.tsx";
import { ListField } from "./fields/list-field.tsx";
import { NullField } from "./fields/null-field.tsx";
import { NumberField } from "./fields/number-field.tsx";
import { TextField } from "./fields/text-field.tsx";
import { startsWith } from "./path.ts";
import { scopedId } from "./scoped-id.ts";

/** Props of {@link InterruptForm}. */
export interface InterruptFormProps {
  form: FormView;
}

/** The fields of one question and its errors. It never sends by itself: Enter in a field does nothing. */
export function InterruptForm({ form }: InterruptFormProps): ReactElement {
  return <ScopedForm form={form} scope={useId()} />;
}

/** As `InterruptForm`, with the ids of its fields under a name: the same question may be on the page twice. */
export function ScopedForm({ form, scope }: InterruptFormProps & { scope: string }): ReactElement {
  return (
    <>
      {form.fields.length > 0 && (
        <form className="hp-form" noValidate onSubmit={stay}>
          {form.fields.map((field) => (
            <Field key={field.id} form={form} field={scoped(scope, field)} />
          ))}
        </form>
      )}
      <FormErrors form={form} />
    </>
  );
}

/** The errors that belong to no field. */
export function FormErrors({ form }: InterruptFormProps): ReactElement | null {
  const words = form.errors
    .filter((error) => !form.fields.some((field) => startsWith(error.path, field.path)))
    .map((error) => error.message);
  if (form.error) words.push(form.error.message);
  return words.length === 0 ? null : (
    <p className="hp-note" data-tone="error" role="alert">
      {words.join(" ")}
    </p>
  );
}

function stay(event: FormEvent): void {
  event.preventDefault();
}

function scoped(scope: string, field: FormField): FormField {
  const children = field.children.map((child) => scoped(scope, child));
  return { ...field, id: scopedId(scope, field), children };
}

function Field({ form, field }: FieldComponentProps): ReactElement {
  const parts = field.children.map((child) => ({
    field: child,
    element: <Field key={child.id} form={form} field={child} />,
  }));
  if (field.kind === "array") return <ListField form={form} field={field} items={parts} />;
  if (field.kind === "object") {
    return (
      <GroupField form={form} field={field}>
        {parts.map(({ element }) => element)}
      </GroupField>
    );
  }
  const Kind = kinds[field.kind] ?? JsonField;
  return <Kind form={form} field={field} />;
}

const kinds: Partial<Record<FormField["kind"], (props: FieldComponentProps) => ReactElement>> = {
  string: TextField,
  number: NumberField,
  integer: NumberField,
  boolean: BooleanField,
  enum: EnumField,
  null: NullField,
};
