/** Finds duplicate values of unique fields, in the file and in the stored records (SPEC B15, B51, C433). */
import { sql } from 'kysely'
import type { Entity } from '#core/entities/entity.ts'
import type { NumberSpelling } from '#core/fields/field.ts'
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

  /** The id of the record with each key. */
  async function findStored(
    name: string,
    key: NumberSpelling | undefined,
    values: string[],
  ): Promise<Map<string, number>> {
    if (!values.length) return new Map()
    const column = key ? sql`${sql.ref(key.sql)}(${sql.ref(name)})` : sql.ref(name)
    const { rows } = await sql<{ value: string; id: number }>`select ${column} as value, id
      from ${sql.table(entity.name)}
      where user_id = ${userId} and ${column} = any(${values})`.execute(work)
    return new Map(rows.map(({ value, id }) => [value, id]))
  }

  return async (rows: CheckedRow[]): Promise<void> => {
    for (const [name, { label, schema, key }] of unique) {
      const seen = lines.get(name) ?? new Map<string, number>()
      const named = rows.flatMap(({ line, sent, state, stored }) => {
        if (state === 'skipped' || (state === 'invalid' && stored)) return []
        const value = schema.safeParse(sent[name]).data
        if (typeof value !== 'string') return []
        return [{ line, value, same: key?.of(value) ?? value, id: stored?.id }]
      })
      const existing = await findStored(
        name,
        key,
        named.map(({ same }) => same),
      )
      for (const { line, value, same, id } of named) {
        const first = seen.get(same)
        const storedId = existing.get(same)
        if (storedId !== undefined && storedId !== id) {
          errors.add(line, name, `${label} ${value} already exists`, `${label} already exists`)
        } else if (first) {
          const message = `${label} ${value} is already in row ${first}`
          errors.add(line, name, message, `${label} is in the file twice`)
        } else seen.set(same, line)
      }
    }
  }
}
