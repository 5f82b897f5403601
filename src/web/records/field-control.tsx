import { useController, type Control } from 'react-hook-form'
import { TODAY, type Field } from '#core/fields.ts'
import { today } from '#web/api/today.ts'
import { Labelled } from '#web/ui/labelled.tsx'
import { ControlInput } from './control-input.tsx'
import type { FormText } from './form-text.ts'
import type { Link } from './reference-picker.tsx'

export type { FormText }

type FieldControlProps<Values> = {
  name: string
  field: Field
  control: Control<FormText, unknown, Values>
  hint?: string | undefined
  /** Of a reference: what it is called, and what may be made in its place. */
  link?: Link
}

/** Label, input and messages of one declared field. */
export function FieldControl<Values>({
  name,
  field,
  control,
  hint,
  link,
}: FieldControlProps<Values>) {
  const { field: bound, fieldState } = useController({ name, control })
  return (
    <Labelled
      label={field.label}
      name={name}
      error={fieldState.error?.message}
      hint={hint ?? hintOf(field, bound.value)}
      required={field.leftOut === undefined}
    >
      {(aria) => <ControlInput {...bound} field={field} aria={aria} link={link} />}
    </Labelled>
  )
}

/** SPEC B19: a license that starts as expiring today says so, so that nobody saves it unnoticed. */
function hintOf(field: Field, value: string): string | undefined {
  return field.initial === TODAY && value === today() ? 'Expires today' : undefined
}
