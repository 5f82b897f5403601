import { sql } from 'kysely'
import type { Listed, ListQuery, Sql } from '#server/lists/types.ts'

export type Term = { by: Sql; descending: boolean; nullable: boolean }

/** The order of a list; by default the newest record is first. Ties of a sorted column follow its direction, so that one index serves both directions. */
export function orderTerms(
  { fields, newest = 'id' }: Pick<Listed, 'fields' | 'newest'>,
  { sort }: Pick<ListQuery, 'sort'>,
): Term[] {
  if (!sort) return [...new Set([newest, 'id'])].map((name) => byField(name, true))
  const { to, defaultValue } = fields[sort.column] ?? {}
  const { descending } = sort
  const by = to ? sql.ref(`${sort.column}.place`) : sql.ref(`record.${sort.column}`)
  return [
    { by, descending, nullable: to !== undefined || defaultValue === null },
    byField('id', descending),
  ]
}

/** ` order by …`, blank values last in both directions. */
export function orderBy(terms: Term[]): Sql {
  return sql` order by ${sql.join(terms.map(orderByTerm))}`
}

function orderByTerm({ by, descending, nullable }: Term): Sql {
  if (!descending) return sql`${by} asc`
  return nullable ? sql`${by} desc nulls last` : sql`${by} desc`
}

function byField(name: string, descending: boolean): Term {
  return { by: sql.ref(`record.${name}`), descending, nullable: false }
}
