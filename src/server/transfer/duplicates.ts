/** Finds duplicate values of unique fields, in the file and in the stored records (SPEC B15, B51). */
import { sql } from 'kysely'
import type { Entity } from '#core/entities/entity.ts'
import type { Database, Work } from '#server/database/open.ts'
import type { CheckedRow, ErrorList } from './check-rows.ts'

/** Returns the function that checks a batch of rows and adds its duplicates to `errors`. */
export function createDuplicateFinder(
  work: Database | Work,
  userId: string,
  entity: Entity,
  errors: ErrorList,
) {
  const unique = Object.entries(entity.fields).filter(([, field]) => field.unique)
  const lines = new Map(unique.map(([name]) => [name, new Map<string, number>()]))

  async function findStored(name: string, values: string[]): Promise<Set<string>> {
    if (!values.length) return new Set()
    const { rows } = await sql<{ value: string }>`select ${sql.ref(name)} as value
      from ${sql.table(entity.name)}
      where user_id = ${userId} and ${sql.ref(name)} = any(${values})`.execute(work)
    return new Set(rows.map(({ value }) => value))
  }

  return async (rows: CheckedRow[]): Promise<void> => {
    for (const [name, { label, schema }] of unique) {
      const seen = lines.get(name) ?? new Map<string, number>()
      const named = rows.flatMap(({ line, sent }) => {
        const value = schema.safeParse(sent[name]).data
        return typeof value === 'string' ? [{ line, value }] : []
      })
      const existing = await findStored(
        name,
        named.map(({ value }) => value),
      )
      for (const { line, value } of named) {
        const first = seen.get(value)
        if (existing.has(value)) errors.add(line, name, `${label} ${value} already exists`)
        else if (first) errors.add(line, name, `${label} ${value} is already in row ${first}`)
        else seen.set(value, line)
      }
    }
  }
}
