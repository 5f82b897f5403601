/** Rows of one account's records as they are stored: secrets closed for the record that holds them (SPEC S13). */
import { sql } from 'kysely'
import { listSecrets, type AnyRecord, type Entity } from '#core/entities/entity.ts'
import type { Fields } from '#core/fields/field.ts'
import type { Database, Work } from '#server/database/open.ts'
import { NEXT_VERSION_SQL, toParameter } from '#server/database/values.ts'
import { newIds, sealValues } from '#server/database/secrets/records.ts'
import { clearLinks } from './links.ts'
import { selectMade, selectRecords } from '#server/lists/query/select.ts'
import type { Listed } from '#server/lists/types.ts'

export type Values = Record<string, unknown>
export type LockedRow = { id: number; label: string }

/** With its labels. */
export async function findRow(
  work: Database | Work,
  userId: string,
  entity: Listed,
  id: number,
): Promise<AnyRecord | undefined> {
  const query = sql<AnyRecord>`${selectRecords(entity, userId)} and record.id = ${id}`
  return (await query.execute(work)).rows[0]
}

/** A secret is closed for the record that holds it, so that its id has to be known before. */
export async function insertRow(
  work: Work,
  userId: string,
  entity: Listed,
  values: Values,
): Promise<AnyRecord | undefined> {
  const [id] = hasSecrets(entity, values) ? await newIds(work, entity.name, 1) : []
  const sealed = id ? sealValues(work, entity, { userId, id }, values) : values
  const { names, row } = columnsAndValues(entity.fields, sealed)
  const columns = [...(id ? ['id'] : []), ...names].map((name) => sql.ref(name))
  const made = sql`insert into ${sql.table(entity.name)} (user_id, ${sql.join(columns)}) overriding system value
    values (${userId}, ${sql.join(id ? [id, ...row] : row)}) returning *`
  return (await sql<AnyRecord>`${selectMade(entity, made)}`.execute(work)).rows[0]
}

/** Secrets that did not change stay the same bytes. Gives whether there was a record of that version to change. */
export async function updateRow(
  work: Work,
  userId: string,
  entity: Listed,
  { id, version }: { id: number; version: number | undefined },
  values: Values,
): Promise<boolean> {
  const sealed = hasSecrets(entity, values)
    ? sealValues(work, entity, { userId, id }, values, await findRow(work, userId, entity, id))
    : values
  const { names, row } = columnsAndValues(entity.fields, sealed)
  const changes = names.map((name, index) => sql`${sql.ref(name)} = ${row[index]}`)
  const unchanged = version === undefined ? sql`` : sql` and version = ${version}`
  const changed = await sql`update ${sql.table(entity.name)}
    set ${sql.join([...changes, NEXT_VERSION_SQL])}
    where user_id = ${userId} and id = ${id}${unchanged}`.execute(work)
  return Boolean(changed.numAffectedRows)
}

/** With the links to them; the records have to be locked. Throws the database's refusal where something keeps one. */
export async function deleteRows(
  work: Work,
  userId: string,
  { name }: Listed,
  ids: number[],
): Promise<void> {
  await clearLinks(work, userId, name, ids)
  await sql`delete from ${sql.table(name)}
    where user_id = ${userId} and id = any(${ids})`.execute(work)
}

/** Until the transaction ends, in the order of their ids: two that change the same ones wait, and lock nobody out. */
export async function lockRows(
  work: Work,
  userId: string,
  { name, label }: Pick<Entity, 'label'> & { name: string },
  ids: number[],
): Promise<LockedRow[]> {
  const { rows } = await sql<LockedRow>`select id, ${sql.ref(label)} as label
    from ${sql.table(name)} where user_id = ${userId} and id = any(${ids})
    order by id for update`.execute(work)
  return rows
}

/** Names and values in the same order. */
export function columnsAndValues(fields: Fields, values: Values) {
  const names = Object.keys(fields).filter((name) => values[name] !== undefined)
  return { names, row: names.map((name) => toParameter(values[name])) }
}

function hasSecrets({ fields }: Listed, values: Values): boolean {
  return listSecrets(fields).some((name) => typeof values[name] === 'string')
}
