import type { ReactElement } from "react";
import { useMessages } from "../../agent-provider.tsx";
import { type FieldComponentProps, FieldFrame } from "./field-frame.tsx";

/** A part that can only be empty: there is nothing to type. */
export function NullField({ form, field }: FieldComponentProps): ReactElement {
  const messages = useMessages();
  return (
    <FieldFrame field={field} props={form.getFieldProps(field)} group>
      <p>{messages.nothing}</p>
    </FieldFrame>
  );
}
