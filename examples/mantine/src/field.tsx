import type { FormField, FormView } from "@holdpoint/client/form";
import {
  Button,
  Checkbox,
  Fieldset,
  Group,
  Input,
  NumberInput,
  Radio,
  Select,
  Stack,
  Textarea,
  TextInput,
} from "@mantine/core";

interface FieldProps {
  form: FormView;
  field: FormField;
}

/** A field of any kind, with Mantine's inputs: one walk over the tree, whatever schema an agent comes with. */
export function Field({ form, field }: FieldProps) {
  switch (field.kind) {
    case "string":
    case "scalar":
      return <TextInput {...frame(field)} {...form.getFieldProps(field)} />;
    case "number":
    case "integer":
      return <NumberField form={form} field={field} />;
    case "boolean":
      return field.required ? <YesNo form={form} field={field} /> : <Tick form={form} field={field} />;
    case "enum":
      return <Choice form={form} field={field} />;
    case "multi-enum":
      return <Several form={form} field={field} />;
    case "union":
      return <Way form={form} field={field} />;
    case "object":
    case "array":
      return <Parts form={form} field={field} />;
    case "const":
    case "null":
      // There is nothing to say, and it is sent as it is.
      return null;
    default:
      // An open object, a map, a tuple: as JSON, which every part takes.
      return <Textarea {...frame(field)} {...form.getFieldProps(field)} styles={CODE} autosize minRows={2} />;
  }
}

const CODE = { input: { fontFamily: "monospace" } } as const;

/** What stands around an input. Mantine gives description and error the ids that `aria-describedby` names. */
function frame({ label, description, required, errors }: FormField) {
  return {
    label,
    description,
    withAsterisk: required,
    error: errors.length > 0 && errors.map(({ message }) => message).join(" "),
  };
}

function NumberField({ form, field }: FieldProps) {
  const { onChange, ...props } = form.getFieldProps(field);
  return (
    <NumberInput
      {...frame(field)}
      {...props}
      allowDecimal={field.kind === "number"}
      // As text, so that what is half typed stays as it is.
      onChange={(value) => onChange(String(value))}
    />
  );
}

/** A required boolean left alone is no answer, so neither is chosen at first. */
function YesNo({ form, field }: FieldProps) {
  const { disabled, onBlur } = form.getFieldProps(field);
  return (
    <Radio.Group
      {...frame(field)}
      value={typeof field.value === "boolean" ? String(field.value) : null}
      onChange={(value) => form.setValue(field.path, value === "true")}
      onBlur={onBlur}
    >
      <Group mt="xs">
        <Radio value="true" label="Yes" disabled={disabled} />
        <Radio value="false" label="No" disabled={disabled} />
      </Group>
    </Radio.Group>
  );
}

function Tick({ form, field }: FieldProps) {
  const { withAsterisk: _, ...around } = frame(field);
  return <Checkbox {...around} {...form.getFieldProps(field)} />;
}

/** The value of an option is its position, since the values themselves may be anything. */
const toData = ({ options }: FormField) => options.map(({ label }, at) => ({ value: String(at), label }));

/** One of the options; `onPick` is given its position, or undefined as the choice is taken back. */
function OneOf({ form, field, onPick }: FieldProps & { onPick: (at: number | undefined) => void }) {
  const { onChange: _, value = "", ...props } = form.getFieldProps(field);
  return (
    <Select
      {...frame(field)}
      {...props}
      data={toData(field)}
      value={value === "" ? null : value}
      clearable={!field.required}
      onChange={(at) => onPick(at === null ? undefined : Number(at))}
    />
  );
}

function Choice({ form, field }: FieldProps) {
  return (
    <OneOf
      form={form}
      field={field}
      onPick={(at) => form.setValue(field.path, field.options[at ?? -1]?.value)}
    />
  );
}

function Several({ form, field }: FieldProps) {
  const { disabled, onBlur } = form.getFieldProps(field);
  const values = Array.isArray(field.value) ? field.value : [];
  const chosen = field.options.flatMap(({ value }, at) => (values.includes(value) ? String(at) : []));
  return (
    <Checkbox.Group
      {...frame(field)}
      value={chosen}
      onChange={(next) =>
        form.setValue(
          field.path,
          next.map((at) => field.options[Number(at)]?.value),
        )
      }
      onBlur={onBlur}
    >
      <Group mt="xs">
        {toData(field).map(({ value, label }) => (
          <Checkbox key={value} value={value} label={label} disabled={disabled} />
        ))}
      </Group>
    </Checkbox.Group>
  );
}

/** A choice of how to answer, and below it the fields of the chosen way. */
function Way({ form, field }: FieldProps) {
  return (
    <Stack gap="xs">
      <OneOf form={form} field={field} onPick={(at) => form.choose(field.path, at)} />
      {field.children.map((way) => (
        <Field key={String(field.value)} form={form} field={way} />
      ))}
    </Stack>
  );
}

/** The parts of an object, or the items of a list with buttons to add and remove them. */
function Parts({ form, field }: FieldProps) {
  const { id, disabled } = form.getFieldProps(field);
  const { description, error } = frame(field);
  const isList = field.kind === "array";
  return (
    <Fieldset legend={field.label}>
      <Stack gap="sm">
        {description && <Input.Description>{description}</Input.Description>}
        {field.children.map((child) => (
          <Stack key={child.id} gap="xs" align="flex-start">
            <div style={{ width: "100%" }}>
              <Field form={form} field={child} />
            </div>
            {isList && child.canRemove && (
              <Button
                variant="subtle"
                size="compact-sm"
                disabled={disabled}
                onClick={() => form.remove(child.path)}
              >
                Remove {child.label}
              </Button>
            )}
          </Stack>
        ))}
        {error && <Input.Error id={`${id}-error`}>{error}</Input.Error>}
        {(isList || field.canAdd) && (
          <Button
            id={id}
            variant="default"
            disabled={disabled || !field.canAdd}
            onClick={() => form.add(field.path)}
          >
            Add {isList ? `to ${field.label}` : field.label}
          </Button>
        )}
      </Stack>
    </Fieldset>
  );
}
