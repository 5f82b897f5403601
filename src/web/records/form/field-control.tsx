import {
  useController,
  useWatch,
  type Control,
  type FieldPathByValue,
  type FieldValues,
} from 'react-hook-form'
import type { Field } from '#core/fields/field.ts'
import { UNREADABLE } from '#core/fields/fields.ts'
import { describeUnprintable } from '#core/fields/printable.ts'
import { today } from '#web/api/today.ts'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import type { ReferenceLink } from './control.ts'
import { ControlInput } from './control-input.tsx'
import { ZERO_YEAR } from './form-text.ts'

type FieldControlProps<Form extends FieldValues, Values> = {
  /** A field of the form that holds text. */
  name: FieldPathByValue<Form, string>
  field: Field
  control: Control<Form, unknown, Values>
  hint?: string | undefined
  /** Only for a reference. */
  link?: ReferenceLink
}

/** Label, input, hint and error of one declared field. */
export function FieldControl<Form extends FieldValues, Values>({
  name,
  field,
  control,
  hint,
  link,
}: FieldControlProps<Form, Values>) {
  const { field: bound, fieldState } = useController({ name, control })
  const value = String(bound.value)
  const { percentIf } = field
  const deciding = useWatch({ control, name: (percentIf?.field ?? name) as typeof name })
  const shown = percentIf && deciding === percentIf.is ? { ...field, unit: '%' } : field
  return (
    <Labeled
      label={field.label}
      name={name}
      error={fieldState.error?.message}
      hint={hint ?? findHint(field, value)}
      required={field.defaultValue === undefined}
    >
      {(aria) => <ControlInput {...bound} value={value} field={shown} aria={aria} link={link} />}
    </Labeled>
  )
}

/** For a secret that cannot be decrypted (SPEC S13). */
const UNREADABLE_HINT =
  "Can't be decrypted with the current key. It's kept as is until you enter a new value."

/** Controls of text that can stand on a paper. */
const PRINTED: ReadonlySet<string> = new Set(['text', 'lines'])

/** SPEC B19: a new driver's license expires today until someone changes it, so the form says so. */
function findHint(field: Field, value: string): string | undefined {
  if (field.secret && value === UNREADABLE) return UNREADABLE_HINT
  if (field.control === 'year' && value === '0') return ZERO_YEAR
  const unprintable = PRINTED.has(field.control) ? describeUnprintable(value) : undefined
  if (unprintable) return unprintable
  return field.expires && value === today() ? 'Expires today' : field.help
}
