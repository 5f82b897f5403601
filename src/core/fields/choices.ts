/** Choices that may be left open, and yes or no. */
import { z } from 'zod'
import type { Field } from './field.ts'
import { NO, YES } from './fields.ts'

type Options<Value extends string> = readonly { value: Value; label: string }[]

/** One of `options`; blank is null. */
export function optionalChoice<const Value extends string>(
  label: string,
  options: Options<Value>,
): Field<Value | null> {
  const labels = options.map((option) => option.label).join(', ')
  const values = options.map((option) => option.value) as [Value, ...Value[]]
  const schema = z.union([z.enum(values), z.literal('').transform(() => null), z.null()], {
    error: `${label} must be one of: ${labels}`,
  })
  return { label, control: 'choice', schema, defaultValue: null, formDefault: '', options }
}

/** Yes or no. A form sends the text of the option. */
export function flag(label: string, options: { yes: string; no: string }): Field<boolean> {
  const schema = z
    .union([z.boolean(), z.enum(['true', 'false'])], { error: `${label} must be true or false` })
    .transform((value) => value === true || value === 'true')
  return {
    label,
    control: 'choice',
    schema,
    defaultValue: false,
    formDefault: 'false',
    options: [
      { value: 'false', label: options.no, aliases: NO },
      { value: 'true', label: options.yes, aliases: YES },
    ],
  }
}
