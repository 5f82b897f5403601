import type { Resolver } from 'react-hook-form'
import type { FormText } from './form-text.ts'

/** The errors that the server reported, by field, with the text that they are about. */
export type ServerErrors = Map<string, { typed: string; message: string }>

/**
 * Adds the server's errors to the form's own. The form cannot detect duplicates: its check on blur would
 * remove "Load # L-7 already exists". A server error stays until the field's text changes.
 */
export function withServerErrors<Values>(
  check: Resolver<FormText, unknown, Values>,
  serverErrors: ServerErrors,
): Resolver<FormText, unknown, Values> {
  return async (typed, context, options) => {
    const result = await check(typed, context, options)
    const current = [...serverErrors].filter(([name, error]) => typed[name] === error.typed)
    if (!current.length) return result
    const errors = current.map(
      ([name, { message }]) => [name, { type: 'server', message }] as const,
    )
    return { values: {}, errors: { ...Object.fromEntries(errors), ...result.errors } }
  }
}
