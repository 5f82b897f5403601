/** Finds duplicate values of unique fields, in the file and in the stored records (SPEC B15, B51). */
import { sql } from 'kysely'
import type { Entity } from '#core/entities/entity.ts'
import type { Database, Work } from '#server/database/open.ts'
import type { CheckedRow } from './check-rows.ts'
import type { ErrorList } from './error-list.ts'

/** Returns the function that checks a batch of rows and adds its duplicates to `errors`. */
export function createDuplicateFinder(
  work: Database | Work,
  userId: string,
  entity: Entity,
  errors: ErrorList,
) {
  const unique = Object.entries(entity.fields).filter(([, field]) => field.unique)
  const lines = new Map(unique.map(([name]) => [name, new Map<string, number>()]))

  /** The id of the record with each value. */
  async function findStored(name: string, values: string[]): Promise<Map<string, number>> {
    if (!values.length) return new Map()
    const { rows } = await sql<{ value: string; id: number }>`select ${sql.ref(name)} as value, id
      from ${sql.table(entity.name)}
      where user_id = ${userId} and ${sql.ref(name)} = any(${values})`.execute(work)
    return new Map(rows.map(({ value, id }) => [value, id]))
  }

  return async (rows: CheckedRow[]): Promise<void> => {
    for (const [name, { label, schema }] of unique) {
      const seen = lines.get(name) ?? new Map<string, number>()
      const named = rows.flatMap(({ line, sent, state, stored }) => {
        if (state === 'skipped' || (state === 'invalid' && stored)) return []
        const value = schema.safeParse(sent[name]).data
        return typeof value === 'string' ? [{ line, value, id: stored?.id }] : []
      })
      const existing = await findStored(
        name,
        named.map(({ value }) => value),
      )
      for (const { line, value, id } of named) {
        const first = seen.get(value)
        const storedId = existing.get(value)
        if (storedId !== undefined && storedId !== id) {
          errors.add(line, name, `${label} ${value} already exists`, `${label} already exists`)
        } else if (first) {
          const message = `${label} ${value} is already in row ${first}`
          errors.add(line, name, message, `${label} is in the file twice`)
        } else seen.set(value, line)
      }
    }
  }
}
