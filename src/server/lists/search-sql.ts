/** The search of a list: through the text that its table shows, the labels of linked records included (SPEC B20). */
import { sql, type RawBuilder } from 'kysely'
import { columnsOf, type Entity } from '#core/entity.ts'
import { entityNamed } from '#core/entities.ts'
import type { Database, Work } from '#server/database/open.ts'
import { isPaired } from './indexed.ts'
import type { ListQuery } from './list-query.ts'

type Sql = RawBuilder<unknown>
type Searched = Pick<Entity, 'fields' | 'columns'> & { name: string }

/** `linked`: for each reference that the table shows, the ids of the records whose label the search finds. */
export type FoundQuery = ListQuery & { linked: Record<string, number[]> }

const SEARCHED = new Set(['text', 'email', 'phone', 'state'])

/**
 * Looks for the labels among the linked records, which are few, before the list itself is searched. It is
 * a query of its own so that PostgreSQL knows how many there are when it plans the other one: taken
 * together it guesses thousands, and reads every load to find one.
 */
export async function withLinked(
  work: Database | Work,
  listed: Searched,
  userId: string,
  query: ListQuery,
): Promise<FoundQuery> {
  const references = query.search ? shownReferences(listed) : []
  if (!references.length) return { ...query, linked: {} }
  const selects = references.map(
    ({ name, to }) => sql`select ${sql.lit(name)}::text as name, id from ${sql.table(to.name)}
      where user_id = ${userId} and ${sql.ref(to.label)} ilike ${patternOf(query.search)}`,
  )
  const found = sql<{ name: string; id: number }>`${sql.join(selects, sql` union all `)}`
  const linked: FoundQuery['linked'] = {}
  for (const { name, id } of (await found.execute(work)).rows) (linked[name] ??= []).push(id)
  return { ...query, linked }
}

/** Over `record`. */
export function searchCondition(listed: Searched, { search, linked }: FoundQuery): Sql {
  const texts = shownFields(listed).filter((name) =>
    SEARCHED.has(listed.fields[name]?.control ?? ''),
  )
  const own = texts.length ? [holds(listed, textOf(texts), search)] : []
  const links = Object.entries(linked).map(
    ([name, ids]) => sql`${sql.ref(`record.${name}`)} = any(${ids})`,
  )
  const places = [...own, ...links]
  return places.length ? sql`(${sql.join(places, sql` or `)})` : sql`false`
}

/** Too short for an index by parts of three letters. */
const SHORT = 2

/** A short search has an index of its own to ask beside (migration 0042), and says nothing else by it. */
function holds({ name }: Searched, text: Sql, search: string): Sql {
  const found = sql`(${text}) ilike ${patternOf(search)}`
  if (!isPaired(name) || [...search].length > SHORT) return found
  return sql`(${found} and letter_pairs(${text}) @> array[lower(${search})])`
}

/**
 * All of them as one text, which one index holds (migrations 0004 and 0042 have the same expression for loads).
 * The line ends keep a search, which has none, from reaching over two fields.
 */
function textOf(names: string[]): Sql {
  const texts = names.map((name) => sql`coalesce(${sql.ref(`record.${name}`)}, '')`)
  return sql.join(texts, sql` || e'\\n' || `)
}

function patternOf(search: string): string {
  return `%${literal(search)}%`
}

/** A text as `like` finds it: without wildcards. */
export function literal(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&')
}

function shownFields(listed: Searched): string[] {
  return [...new Set(columnsOf(listed).flatMap((column) => column.fields))]
}

function shownReferences(listed: Searched): { name: string; to: Entity }[] {
  return shownFields(listed).flatMap((name) => {
    const { to } = listed.fields[name] ?? {}
    return to ? [{ name, to: entityNamed(to) }] : []
  })
}
