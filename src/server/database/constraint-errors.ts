/** Turns the database's constraint errors into messages at a field. */
import { linkNotFound } from '#core/fields/fields.ts'
import type { Fields } from '#core/fields/field.ts'
import { badField, RequestError } from '#server/errors.ts'
import { snakeCase } from './values.ts'
import { codeOf, constraintOf, FOREIGN_KEY_VIOLATION, UNIQUE_VIOLATION } from './transaction.ts'

/**
 * Runs a write of `values` to `table`. Throws 409 for a duplicate and 400 for a link to a missing record, at the
 * field of the constraint (SPEC B15, B17). Constraints are named `{table}_{column}_key` and `_fkey`.
 */
export async function withFieldErrors<Result>(
  table: string,
  fields: Fields,
  values: Record<string, unknown>,
  write: () => Promise<Result>,
): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    throw toFieldError(error, table, fields, values) ?? error
  }
}

function toFieldError(
  error: unknown,
  table: string,
  fields: Fields,
  values: Record<string, unknown>,
) {
  const constraint = constraintOf(error)
  for (const [name, { label }] of Object.entries(fields)) {
    const column = `${table}_${snakeCase(name)}`
    if (codeOf(error) === FOREIGN_KEY_VIOLATION && constraint === `${column}_fkey`) {
      return badField(name, linkNotFound(label))
    }
    if (codeOf(error) === UNIQUE_VIOLATION && constraint === `${column}_key`) {
      const message = `${label} ${String(values[name])} already exists`
      return new RequestError(409, message, { fields: { [name]: [message] } })
    }
  }
  return undefined
}
