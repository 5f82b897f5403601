/** Counts the links to a record before it is deleted, and clears them when it is deleted (SPEC B24). */
import { sql } from 'kysely'
import { everyEntity } from '#core/entities/entities.ts'
import { listReferences } from '#core/entities/entity.ts'
import type { Fields } from '#core/fields/field.ts'
import type { Database, Work } from '#server/database/open.ts'
import { NEXT_VERSION_SQL } from '#server/database/values.ts'

/** The number of records that link to record `id` of `to`, by table. Tables that cannot link are left out. */
export async function countLinks(
  database: Database,
  userId: string,
  to: string,
  id: number,
): Promise<Record<string, number>> {
  const counts = everyEntity.flatMap(({ name, fields }) => {
    const columns = listLinkColumns(to, fields)
    if (!columns.length) return []
    const conditions = columns.map((column) => sql`${column} = ${id}`)
    return sql`select ${sql.lit(name)}::text as name, count(*) as count from ${sql.table(name)}
      where user_id = ${userId} and (${sql.join(conditions, sql` or `)})`
  })
  if (!counts.length) return {}
  const query = sql<{ name: string; count: number }>`${sql.join(counts, sql` union all `)}`
  const { rows } = await query.execute(database)
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}

/** The records whose links were cleared, by the id of the record they linked to: {"3": {"loads": {"brokerId": [7, 9]}}}. */
export type ClearedLinks = Record<number, Record<string, Record<string, number[]>>>

/**
 * Sets the links to the records `ids` to null. Each is a change with a new version (SPEC B22): the database's
 * `on delete set null` would keep the version, and a form that is already open would not detect the change. Lock
 * the records first, so that no link is added in the meantime.
 */
export async function clearLinks(
  work: Work,
  userId: string,
  to: string,
  ids: number[],
): Promise<ClearedLinks> {
  const links: ClearedLinks = {}
  for (const { name: from, fields } of everyEntity) {
    const columns = listReferences(fields).filter((reference) => reference.to === to)
    if (!columns.length) continue
    const rows = await clearLinksOf(work, userId, from, ids, columns)
    for (const { name } of columns) addLinks(links, ids, from, name, rows)
  }
  return links
}

function addLinks(
  links: ClearedLinks,
  ids: number[],
  from: string,
  field: string,
  rows: Linked[],
): void {
  const targets = new Set(ids)
  for (const row of rows) {
    const target = row[field]
    if (!target || !targets.has(target)) continue
    const ofRecord = (links[target] ??= {})
    const ofTable = (ofRecord[from] ??= {})
    ;(ofTable[field] ??= []).push(row.id)
  }
}

type Linked = { id: number } & { [column: string]: number | null }

/** Returns the links as they were. */
async function clearLinksOf(
  work: Work,
  userId: string,
  from: string,
  ids: number[],
  columns: { name: string }[],
): Promise<Linked[]> {
  const names = columns.map(({ name }) => sql.ref(name))
  const linked = sql.join(
    names.map((name) => sql`${name} = any(${ids})`),
    sql` or `,
  )
  const cleared = columns.map(({ name }) => {
    const column = sql.ref(`record.${name}`)
    return sql`${sql.ref(name)} = case when ${column} = any(${ids}) then null else ${column} end`
  })
  const { rows } = await sql<Linked>`with linked as (
      select id, ${sql.join(names)} from ${sql.table(from)}
      where user_id = ${userId} and (${linked}) order by id for no key update)
    update ${sql.table(from)} as record set ${sql.join(cleared)}, ${NEXT_VERSION_SQL}
    from linked where record.user_id = ${userId} and record.id = linked.id
    returning linked.*`.execute(work)
  return rows
}

function listLinkColumns(to: string, fields: Fields) {
  const columns = listReferences(fields).filter((reference) => reference.to === to)
  return columns.map(({ name }) => sql.ref(name))
}
