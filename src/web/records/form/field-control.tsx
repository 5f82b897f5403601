import { useController, type Control } from 'react-hook-form'
import { TODAY, UNREADABLE } from '#core/fields/fields.ts'
import type { Field } from '#core/fields/field.ts'
import { today } from '#web/api/today.ts'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
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
    <Labeled
      label={field.label}
      name={name}
      error={fieldState.error?.message}
      hint={hint ?? findHint(field, bound.value)}
      required={field.defaultValue === undefined}
    >
      {(aria) => <ControlInput {...bound} field={field} aria={aria} link={link} />}
    </Labeled>
  )
}

/** Of a secret that does not open (SPEC S13). */
const STAYS =
  'It does not fit the encryption key, or was changed outside Haulbook. It stays as it is until something else is typed.'

/** SPEC B19: a license that starts as expiring today says so, so that nobody saves it unnoticed. */
function findHint(field: Field, value: string): string | undefined {
  if (field.secret && value === UNREADABLE) return STAYS
  return field.formDefault === TODAY && value === today() ? 'Expires today' : undefined
}
