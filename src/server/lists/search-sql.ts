/** The search of a list: through the text that its table shows, the labels of linked records included (SPEC B20). */
import { sql, type RawBuilder } from 'kysely'
import { defaultColumns, type Entity } from '#core/entities/entity.ts'
import { getEntity } from '#core/entities/entities.ts'
import type { Database, Work } from '#server/database/open.ts'
import { isPaired } from './indexed.ts'
import type { ListQuery } from './list-query.ts'

type Sql = RawBuilder<unknown>
type Searched = Pick<Entity, 'fields' | 'columns'> & { name: string }
type Reference = { name: string; to: Entity }

/**
 * A query with what was looked up before it. `linked`: for each reference that the table shows, the ids of the
 * records whose label the search finds. `paired`: the index of pairs is to be asked beside, for it finds few.
 */
export type FoundQuery = ListQuery & { linked: Record<string, number[]>; paired: boolean }

const SEARCHED = new Set(['text', 'email', 'phone', 'state'])

/**
 * Looks for the labels among the linked records, which are few, before the list itself is searched. It is
 * a statement of its own so that PostgreSQL knows how many there are when it plans the other one: taken
 * together it guesses thousands, and reads every load to find one. Without a search there is nothing to ask.
 */
export async function withFound(
  work: Database | Work,
  listed: Searched,
  userId: string,
  query: ListQuery,
): Promise<FoundQuery> {
  const { search } = query
  const references = search ? shownReferences(listed) : []
  const rare = isRare(listed, userId, search)
  if (!references.length && !rare) return { ...query, linked: {}, paired: false }
  const asked = sql<Pick<FoundQuery, 'linked' | 'paired'>>`
    select ${rare ?? sql`false`} as paired, ${labelled(references, userId, search)} as linked`
  const [answer] = (await asked.execute(work)).rows
  const linked = Object.entries(answer?.linked ?? {}).filter(([, ids]) => ids.length)
  return { ...query, linked: Object.fromEntries(linked), paired: answer?.paired ?? false }
}

/** Over `record`. */
export function searchCondition(listed: Searched, query: FoundQuery): Sql {
  const { search, linked, paired } = query
  const text = ownText(listed)
  const pairs = paired && text ? sql` and ${pairsOf(text, search)}` : sql``
  const own = text ? [sql`((${text}) ilike ${patternOf(search)}${pairs})`] : []
  const links = Object.entries(linked).map(
    ([name, ids]) => sql`${sql.ref(`record.${name}`)} = any(${ids})`,
  )
  const places = [...own, ...links]
  return places.length ? sql`(${sql.join(places, sql` or `)})` : sql`false`
}

/** Too short for an index by parts of three letters. */
const SHORT = 2
/** Where more are found a page of them is walked to sooner than the index would have named them all. */
const FEW = 250

/**
 * Whether a short search finds so few that it has to ask the index of pairs (migration 0042); undefined for one
 * that never does. Beside a search that finds most rows it would do harm: each row's text would be taken apart,
 * half a minute for a million.
 */
function isRare(listed: Searched, userId: string, search: string): Sql | undefined {
  const text = ownText(listed)
  if (!text || !search || [...search].length > SHORT || !isPaired(listed.name)) return
  return sql`(select count(*) < ${FEW} from (
    select from ${sql.table(listed.name)} as record
    where record.user_id = ${userId} and ${pairsOf(text, search)} limit ${FEW}) as matching)`
}

/** By the name of each reference, the ids of the records that it may point to. */
function labelled(references: Reference[], userId: string, search: string): Sql {
  const pairs = references.map(
    ({ name, to }) => sql`${sql.lit(name)}, array(select id from ${sql.table(to.name)}
      where user_id = ${userId} and ${sql.ref(to.label)} ilike ${patternOf(search)})`,
  )
  return sql`json_build_object(${sql.join(pairs)})`
}

function pairsOf(text: Sql, search: string): Sql {
  return sql`letter_pairs(${text}) @> array[lower(${search})]`
}

function ownText(listed: Searched): Sql | undefined {
  const texts = shownFields(listed).filter((name) =>
    SEARCHED.has(listed.fields[name]?.control ?? ''),
  )
  return texts.length ? textOf(texts) : undefined
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
  return [...new Set(defaultColumns(listed).flatMap((column) => column.fields))]
}

function shownReferences(listed: Searched): Reference[] {
  return shownFields(listed).flatMap((name) => {
    const { to } = listed.fields[name] ?? {}
    return to ? [{ name, to: getEntity(to) }] : []
  })
}
