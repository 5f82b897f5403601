/** Reads the offsets of a payee: proposed for drafts, and those on frozen statements (SPEC C24). */
import { sql, type RawBuilder } from 'kysely'
import type { Period } from '#core/calendar.ts'
import { toAmount, toCents, type Amount } from '#core/money.ts'
import {
  allocateOffsets,
  describeOffsets,
  offsetAmount,
  type Offset,
  type OffsetSettlement,
  type SettlementOffsets,
} from '#core/settlements/offsets.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import type { Database, Work } from '#server/database/open.ts'
import { openSettlementStore } from '#server/settlements/settlement/store.ts'

/** A draft whose payee allows offsets. */
export type OffsetDraft = OffsetSettlement & Pick<Settlement, 'payee' | 'startDate'>

/** The drafts of the settlement's payee and work week, in the order of the run. Empty if the payee allows no offsets. */
export async function readOffsetDrafts(
  work: Database | Work,
  userId: string,
  { payee, startDate }: Pick<Settlement, 'payee' | 'startDate'>,
): Promise<OffsetDraft[]> {
  const isOfRun = sql`billing.payee = ${payee} and billing.start_date = ${startDate}`
  return (await selectDrafts(userId, isOfRun).execute(work)).rows
}

/** Does the same for the payee and work week of settlement `id`. */
export async function readOffsetDraftsOf(
  work: Work,
  userId: string,
  id: number,
): Promise<OffsetDraft[]> {
  const select = (column: RawBuilder<unknown>) =>
    sql`(select ${column} from billing as asked where asked.user_id = ${userId} and asked.id = ${id})`
  // Few payees allow offsets: their settlements are read only if the payee does.
  const isOfRun = sql`billing.payee = ${select(sql`asked.payee`)}
    and billing.start_date = ${select(sql`asked.start_date`)}
    and 'yes' = ${select(sql`coalesce(
      (select offset_trucks from owners where owners.user_id = ${userId} and owners.id = asked.owner_id),
      (select offset_trucks from drivers where drivers.user_id = ${userId} and drivers.id = asked.driver_id))`)}`
  return (await selectDrafts(userId, isOfRun).execute(work)).rows
}

/** The offsets of a settlement: proposed if it is a draft, as approved if it is frozen. Throws 404. */
export async function readOffsets(
  database: Database,
  userId: string,
  id: number,
): Promise<SettlementOffsets> {
  const settlement = await openSettlementStore(database, userId).get(id)
  const found = await findOffsets(database, userId, settlement)
  if (found.partners.length) return found
  const { netPayment: net } = settlement
  return { partners: [], net, paid: toCents(net) > 0n ? net : '0.00' }
}

async function findOffsets(
  database: Database,
  userId: string,
  settlement: Settlement,
): Promise<SettlementOffsets> {
  const { id, status } = settlement
  if (status === 'pending') {
    const drafts = await readOffsetDrafts(database, userId, settlement)
    return describeOffsets(drafts, allocateOffsets(drafts), id)
  }
  const ids = await readConnectedIds(database, userId, id)
  const isConnected = sql`billing.id = any(${ids}::bigint[])`
  const { statements, offsets } = await readFrozen(database, userId, isConnected)
  return describeOffsets(statements, offsets, id)
}

/** The offsets of the settlements of a run, by the id of the settlement. Settlements without offsets are left out. */
export async function readRunOffsets(
  database: Database,
  userId: string,
  { from, to }: Period,
): Promise<Map<number, SettlementOffsets>> {
  const isOfRun = sql`billing.settlement_date between ${from} and ${to}`
  const [{ rows: drafts }, frozen] = await Promise.all([
    selectDrafts(userId, isOfRun).execute(database),
    readFrozen(database, userId, isOfRun),
  ])
  return new Map([
    ...describeAll(drafts, allocateByPayee(drafts)),
    ...describeAll(frozen.statements, frozen.offsets),
  ])
}

/** The offsets of those of the settlements that are drafts with offsets, by the id of the settlement. */
export async function readDraftOffsets(
  database: Database,
  userId: string,
  ids: number[],
): Promise<Map<number, SettlementOffsets>> {
  const isOfSameRun = sql`(billing.payee, billing.start_date) in (
    select asked.payee, asked.start_date from billing as asked
    where asked.user_id = ${userId} and asked.id = any(${ids}::bigint[]))`
  const { rows: drafts } = await selectDrafts(userId, isOfSameRun).execute(database)
  const asked = new Set(ids)
  const described = describeAll(drafts, allocateByPayee(drafts))
  return new Map(described.filter(([id]) => asked.has(id)))
}

function allocateByPayee(drafts: OffsetDraft[]): Offset[] {
  const payees = Map.groupBy(drafts, ({ payee, startDate }) => `${payee} ${startDate}`)
  return [...payees.values()].flatMap(allocateOffsets)
}

function describeAll(
  settlements: OffsetSettlement[],
  offsets: Offset[],
): [id: number, SettlementOffsets][] {
  return settlements
    .map(({ id }): [number, SettlementOffsets] => [id, describeOffsets(settlements, offsets, id)])
    .filter(([, { partners }]) => partners.length > 0)
}

function selectDrafts(userId: string, which: RawBuilder<unknown>) {
  return sql<OffsetDraft>`select billing.id, billing.version, billing.number, billing.truck_id,
      billing.settlement_date, billing.start_date, billing.payee, billing.net_payment, billing.paid_amount,
      (select trucks.truck_id from trucks where trucks.user_id = ${userId} and trucks.id = billing.truck_id) as truck
    from billing
      left join owners on owners.user_id = ${userId} and owners.id = billing.owner_id
      left join drivers on drivers.user_id = ${userId} and drivers.id = billing.driver_id
    where billing.user_id = ${userId} and billing.status = 'pending'
      and billing.hold_reason is null and ${which}
      and coalesce(owners.offset_trucks, drivers.offset_trucks) = 'yes'
    order by billing.settlement_date, truck`
}

/** Ids of a frozen statement and of all statements that were approved with it because of offsets, void ones left out. */
export async function readConnectedIds(
  work: Database | Work,
  userId: string,
  id: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive connected (id) as (select ${id}::bigint
      union select line.offset_with from connected join expenses as line on line.user_id = ${userId}
        and line.billing_id = connected.id and line.kind = 'offset' and not line.voided)
    select id from connected order by id`.execute(work)
  return rows.map((row) => row.id)
}

/** Statements with offsets, by number, with their nets before the offsets; and the offsets. Void ones are left out. */
async function readFrozen(database: Database, userId: string, which: RawBuilder<unknown>) {
  const { rows } = await sql<OffsetSettlement & { offsetWith: number; amount: Amount }>`
    select billing.id, billing.version, billing.number, billing.truck_id, billing.settlement_date,
      billing.net_payment, billing.paid_amount, kept.truck, line.offset_with, line.amount
    from billing join expenses as line on line.user_id = ${userId} and line.billing_id = billing.id
        and line.kind = 'offset' and not line.voided
      join statement_snapshots as kept on kept.user_id = ${userId} and kept.billing_id = billing.id
    where billing.user_id = ${userId} and ${which}
    order by billing.number, line.id`.execute(database)
  const offsets = rows.flatMap(({ id, offsetWith, amount }): Offset[] =>
    toCents(amount) > 0n ? [{ payer: id, debtor: offsetWith, amount: toCents(amount) }] : [],
  )
  const byId = new Map(rows.map(({ offsetWith: _, amount: __, ...row }) => [row.id, row]))
  const statements = [...byId.values()].map((row) => ({
    ...row,
    netPayment: toAmount(
      offsets.reduce((net, offset) => net + offsetAmount(offset, row.id), toCents(row.netPayment)),
    ),
  }))
  return { statements, offsets }
}
