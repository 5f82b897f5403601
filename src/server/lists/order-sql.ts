/** The order of a list, forwards and backwards. */
import { sql, type RawBuilder } from 'kysely'
import { getEntity } from '#core/entities/entities.ts'
import type { Fields } from '#core/fields/field.ts'
import type { ListQuery } from './list-query.ts'

type Sql = RawBuilder<unknown>

/** `blanks`: where null stands; undefined where there is none, so that an index serves both ways. */
export type Term = { by: Sql; descending: boolean; blanks?: 'first' | 'last' }

/** Newest first; a sorted column's equals too, so that no page shows a record twice. */
export function orderOf(
  { fields, newest = 'id' }: { fields: Fields; newest?: string },
  { sort }: Pick<ListQuery, 'sort'>,
): Term[] {
  const latest = [...new Set([newest, 'id'])].map((name) => ({ by: field(name), descending: true }))
  if (!sort) return latest
  const { to, defaultValue } = fields[sort.column] ?? {}
  const by = to ? sql.ref(`${sort.column}.${getEntity(to).label}`) : field(sort.column)
  // What is blank comes last, both ways.
  const blanks = to || defaultValue === null ? ({ blanks: 'last' } as const) : {}
  return [
    { by, descending: sort.descending, ...blanks },
    { by: field('id'), descending: true },
  ]
}

/** The same order from its other end. */
export function backwards(terms: Term[]): Term[] {
  return terms.map(({ by, descending, blanks }) => ({
    by,
    descending: !descending,
    ...(blanks && { blanks: blanks === 'last' ? ('first' as const) : ('last' as const) }),
  }))
}

export function orderBy(terms: Term[]): Sql {
  const each = terms.map(({ by, descending, blanks }) => {
    const nulls = blanks ? sql.raw(` nulls ${blanks}`) : sql``
    return sql`${by} ${sql.raw(descending ? 'desc' : 'asc')}${nulls}`
  })
  return sql` order by ${sql.join(each)}`
}

function field(name: string): Sql {
  return sql.ref(`record.${name}`)
}
