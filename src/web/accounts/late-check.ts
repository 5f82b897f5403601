import type { FieldValues, Resolver } from 'react-hook-form'
import type { ZodType } from 'zod'

/**
 * Checks by a schema that comes with the first check: the page is there, and can be typed into, before
 * the library of schemas is.
 */
export function lateCheck<Values extends FieldValues>(
  load: () => Promise<ZodType<Values, Values>>,
): Resolver<Values> {
  return async (values, context, options) => {
    const [schema, { zodResolver }] = await Promise.all([load(), import('@hookform/resolvers/zod')])
    return zodResolver(schema)(values, context, options)
  }
}
