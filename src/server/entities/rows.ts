/** Reads and writes rows of one account's records. Secrets are encrypted for their record (SPEC S13). */
import { sql } from 'kysely'
import { listSecrets, type AnyRecord, type Entity } from '#core/entities/entity.ts'
import type { Fields } from '#core/fields/field.ts'
import type { Database, Work } from '#server/database/open.ts'
import { NEXT_VERSION_SQL, toParameter } from '#server/database/values.ts'
import { reserveIds, sealValues } from '#server/database/secrets/records.ts'
import { clearLinks } from './links.ts'
import { findEntity, keepDeleted, type Operation } from './undo/keep.ts'
import { selectMade, selectRecords } from '#server/lists/query/select.ts'
import { notFound } from '#server/errors.ts'
import type { Listed } from '#server/lists/types.ts'

export type Values = Record<string, unknown>
export type LockedRow = { id: number; label: string }

/** The record with the labels of its links, undefined if there is none. */
export async function findRow(
  work: Database | Work,
  userId: string,
  entity: Listed,
  id: number,
): Promise<AnyRecord | undefined> {
  const query = sql<AnyRecord>`${selectRecords(entity, userId)} and record.id = ${id}`
  return (await query.execute(work)).rows[0]
}

/** Throws 404. */
export function requireFound(row: AnyRecord | undefined): AnyRecord {
  if (!row) throw notFound()
  return row
}

/** A secret is encrypted with the id of its record, so a record with secrets gets its id first. */
export async function insertRow(
  work: Work,
  userId: string,
  entity: Listed,
  values: Values,
): Promise<AnyRecord | undefined> {
  const [id] = hasSecrets(entity, values) ? await reserveIds(work, entity.name, 1) : []
  const sealed = id ? sealValues(work, entity, { userId, id }, values) : values
  const { names, row } = columnsAndValues(entity.fields, sealed)
  const columns = [...(id ? ['id'] : []), ...names]
  const inserted = sql`insert into ${sql.table(entity.name)}
    (user_id, ${sql.join(columns.map((column) => sql.ref(column)))}) overriding system value
    values (${userId}, ${sql.join(id ? [id, ...row] : row)}) returning *`
  const { rows } = await sql<AnyRecord>`${selectMade(entity, userId, inserted)}`.execute(work)
  return rows[0]
}

/** Unchanged secrets keep their bytes. False if there is no record of that version. */
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
  const isVersion = version === undefined ? sql`` : sql` and version = ${version}`
  const changed = await sql`update ${sql.table(entity.name)}
    set ${sql.join([...changes, NEXT_VERSION_SQL])}
    where user_id = ${userId} and id = ${id}${isVersion}`.execute(work)
  return Boolean(changed.numAffectedRows)
}

/**
 * Moves records to the trash and clears the links to them (SPEC C43). Lock the records first. Throws the database's
 * error if a settlement needs one.
 */
export async function deleteRows(
  work: Work,
  operation: Operation,
  { name }: Listed,
  ids: number[],
): Promise<void> {
  const { userId } = operation
  const links = await clearLinks(work, userId, name, ids)
  const entity = findEntity(name)
  if (entity) await keepDeleted(work, operation, entity, ids, links)
  await sql`delete from ${sql.table(name)}
    where user_id = ${userId} and id = any(${ids})`.execute(work)
}

/** Locks a record that is going to be changed. Links to it can still be made, unlike with `lockRows`. */
export async function lockForUpdate(
  work: Work,
  userId: string,
  { name }: Listed,
  id: number,
): Promise<void> {
  await sql`select from ${sql.table(name)} where user_id = ${userId} and id = ${id}
    for no key update`.execute(work)
}

/** Locks the records until the transaction ends, in the order of their ids, which avoids deadlocks. */
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

/** The columns that `values` sets, and their values in the same order. */
export function columnsAndValues(fields: Fields, values: Values) {
  const names = Object.keys(fields).filter((name) => values[name] !== undefined)
  return { names, row: names.map((name) => toParameter(values[name])) }
}

function hasSecrets({ fields }: Listed, values: Values): boolean {
  return listSecrets(fields).some((name) => typeof values[name] === 'string')
}
