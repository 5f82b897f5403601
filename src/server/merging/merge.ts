/** Merges a record into another one of the same list, in one transaction (SPEC C501–C503). */
import { sql } from 'kysely'
import type { AnyRecord, Entity } from '#core/entities/entity.ts'
import {
  mergeMessages,
  mergeValues,
  type MergedName,
  type MergeRequest,
  type MergeUse,
} from '#core/merging/merging.ts'
import type { LoadChange } from '#server/settlements/adjustments/ask-settled.ts'
import { askAboutSettled } from '#server/settlements/adjustments/ask-settled.ts'
import { runIdempotent, type Repeatable } from '#server/database/idempotency.ts'
import type { Database, Work } from '#server/database/open.ts'
import { openRecord } from '#server/database/secrets/records.ts'
import { NEXT_VERSION_SQL } from '#server/database/values.ts'
import { withFieldErrors } from '#server/database/constraint-errors.ts'
import { changeLocked } from '#server/entities/after-update.ts'
import { findRefusals } from '#server/entities/refusals.ts'
import { deleteRows, findRow, lockRows, requireFound, updateRow } from '#server/entities/rows.ts'
import { badField, notFound, RequestError } from '#server/errors.ts'
import { describeUseToMove, moveUse } from './moved.ts'
import type { MergedIds } from './trash-links.ts'

type MergedEntity = Entity & { name: MergedName }
type Merging = LoadChange & { entity: MergedEntity; operation: string }

/** What would move, or why the record can't be merged into another one. Throws 404. */
export async function readMergeUse(
  database: Database,
  { userId, permissions, entity }: Pick<Merging, 'userId' | 'permissions' | 'entity'>,
  from: number,
): Promise<MergeUse> {
  if (!(await findRow(database, userId, entity, from))) throw notFound()
  const moves = await describeUseToMove(database, userId, entity.name, from)
  const refusal = await findMergeRefusal(database, { userId, permissions, entity }, from)
  const exported = await findExportedName(database, userId, entity.name, from)
  const note = exported === undefined ? null : mergeMessages.exported(exported)
  return { moves, refusal: refusal ?? null, note }
}

/** Returns the kept record. Throws 404, 400 for an unknown field, and 409 if something keeps the other record. */
export async function mergeRecords(
  database: Database,
  merging: Merging,
  into: number,
  { from, take }: MergeRequest,
  request: Repeatable,
): Promise<AnyRecord> {
  const { userId, entity } = merging
  const unknown = take.find((name) => !(name in entity.fields))
  if (unknown !== undefined) throw badField('take', mergeMessages.takes(unknown))
  const kept = await runIdempotent(database, userId, request, (work) =>
    merge(work, merging, { from, into }, take),
  )
  return openRecord(database, entity, kept)
}

async function merge(
  work: Work,
  merging: Merging,
  { from, into }: MergedIds,
  take: readonly string[],
): Promise<AnyRecord> {
  const { userId, entity, operation } = merging
  const ids = [...new Set([from, into])]
  if ((await lockRows(work, userId, entity, ids)).length < ids.length) throw notFound()
  if (from === into) throw badField('from', mergeMessages.itself)
  const refusal = await findMergeRefusal(work, merging, from)
  if (refusal) throw new RequestError(409, refusal)
  const [kept, other] = [await open(work, merging, into), await open(work, merging, from)]
  const merged = mergeValues(entity, kept, other, take)
  await askAboutSettled(
    work,
    merging,
    await listLoads(work, userId, entity.name, from),
    async () => {
      if (entity.name === 'drivers') await endSecondDriver(work, userId, { from, into })
      await moveUse(work, userId, entity.name, { from, into })
      await deleteRows(work, { id: operation, userId }, entity, [from])
      const values = await leaveOutTaken(work, userId, entity, into, merged, take)
      await withFieldErrors(entity.name, entity.fields, values, () =>
        changeLocked(work, userId, entity, [into], async () => {
          await updateRow(work, userId, entity, { id: into, version: undefined }, values)
        }),
      )
      await unmarkDouble(work, userId, entity, into)
    },
  )
  return requireFound(await findRow(work, userId, entity, into))
}

async function open(work: Work, { userId, entity }: Merging, id: number): Promise<AnyRecord> {
  return openRecord(work, entity, requireFound(await findRow(work, userId, entity, id)))
}

/** A broker's money moves with it. What a truck or a payee was paid stays where it is printed. */
async function findMergeRefusal(
  work: Database | Work,
  { userId, permissions, entity }: Pick<Merging, 'userId' | 'permissions' | 'entity'>,
  from: number,
): Promise<string | undefined> {
  if (entity.name === 'brokers') return undefined
  const asked = { userId, permissions, entity, done: 'merged into another one' }
  return (await findRefusals(work, asked, [from])).get(from)?.reason
}

/** The name of a broker with entries in a file for the accountant: the books keep it as a customer. */
async function findExportedName(
  database: Database,
  userId: string,
  name: MergedName,
  id: number,
): Promise<string | undefined> {
  if (name !== 'brokers') return undefined
  const { rows } = await sql<{ name: string }>`select company_name as name from brokers
    where user_id = ${userId} and id = ${id} and exists (
      select from receivable_entries as entry join export_entries as exported
        on exported.user_id = ${userId} and exported.source = 'receivable' and exported.record_id = entry.id
      where entry.user_id = ${userId} and entry.broker_id = ${id})`.execute(database)
  return rows[0]?.name
}

const LOAD_LINKS: Record<MergedName, readonly string[]> = {
  brokers: ['broker_id'],
  drivers: ['driver_id', 'driver2_id'],
  trucks: ['truck_id'],
}

/** The loads that change, which may be on locked statements (SPEC C360). */
async function listLoads(
  work: Work,
  userId: string,
  name: MergedName,
  id: number,
): Promise<number[]> {
  const links = LOAD_LINKS[name].map((column) => sql`${sql.ref(column)} = ${id}`)
  const { rows } = await sql<{ id: number }>`select id from loads
    where user_id = ${userId} and (${sql.join(links, sql` or `)}) order by id`.execute(work)
  return rows.map((row) => Number(row.id))
}

/** A load that both drove would have one driver twice. */
async function endSecondDriver(work: Work, userId: string, { from, into }: MergedIds) {
  await sql`update loads set driver2_id = null, ${NEXT_VERSION_SQL} where user_id = ${userId}
    and driver_id = any(${[from, into]}) and driver2_id = any(${[from, into]})`.execute(work)
}

/** Leaves out a number that nobody chose and that a third record has: the one that goes was an old double of it (SPEC C433). */
async function leaveOutTaken(
  work: Work,
  userId: string,
  { name, fields }: MergedEntity,
  id: number,
  values: Readonly<Record<string, unknown>>,
  take: readonly string[],
): Promise<Record<string, unknown>> {
  const left = { ...values }
  for (const [field, { key }] of Object.entries(fields)) {
    const mark = MARKS[`${name}.${field}`]
    if (!key || mark === undefined || !(field in values) || take.includes(field)) continue
    const meant = sql.ref(key.sql)
    const { rows } =
      await sql`select from ${sql.table(name)} where user_id = ${userId} and id <> ${id}
      and ${sql.ref(mark)} is null and ${meant}(${sql.ref(field)}) = ${meant}(${values[field]}::text) limit 1`.execute(
        work,
      )
    if (rows.length) delete left[field]
  }
  return left
}

/** If no other record has the number any more, the database keeps it unique again. */
async function unmarkDouble(
  work: Work,
  userId: string,
  { name, fields }: MergedEntity,
  id: number,
): Promise<void> {
  for (const [field, { key }] of Object.entries(fields)) {
    const mark = MARKS[`${name}.${field}`]
    if (!key || mark === undefined) continue
    const [column, meant] = [sql.ref(field), sql.ref(key.sql)]
    await sql`update ${sql.table(name)} as record set ${sql.ref(mark)} = null
      where user_id = ${userId} and id = ${id} and ${sql.ref(mark)} and not exists (
        select from ${sql.table(name)} as other where other.user_id = ${userId} and other.id <> record.id
          and other.${sql.ref(mark)} is null and ${meant}(other.${column}) = ${meant}(record.${column}))`.execute(
      work,
    )
  }
}

const MARKS: Readonly<Record<string, string>> = {
  'brokers.mcNumber': 'oldDouble',
  'brokers.dotNumber': 'oldDoubleDot',
  'trucks.vin': 'oldDouble',
}
