import type { Resolver } from 'react-hook-form'
import type { FormText } from './form-text.ts'

/** What the server refused, by field: the text it refused, and its words for it. */
export type ServerErrors = Map<string, { typed: string; message: string }>

/**
 * The form's own check knows nothing of duplicates: it would take "Load # L-7 already exists" away on
 * leaving the field. So the server's words stay until the field holds something else.
 */
export function withServerErrors<Values>(
  check: Resolver<FormText, unknown, Values>,
  refusals: ServerErrors,
): Resolver<FormText, unknown, Values> {
  return async (typed, context, options) => {
    const result = await check(typed, context, options)
    const still = [...refusals].filter(([name, refused]) => typed[name] === refused.typed)
    if (!still.length) return result
    const words = still.map(([name, { message }]) => [name, { type: 'server', message }] as const)
    return { values: {}, errors: { ...Object.fromEntries(words), ...result.errors } }
  }
}
