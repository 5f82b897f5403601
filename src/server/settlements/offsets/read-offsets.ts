/** Reads the offsets of a payee: proposed for drafts, and those on frozen statements (SPEC C24). */
import { sql, type RawBuilder } from 'kysely'
import type { Period } from '#core/calendar.ts'
import { addUp, toAmount, toCents } from '#core/money.ts'
import {
  describeOffsets,
  type OffsetPartner,
  type SettlementOffsets,
} from '#core/settlements/offsets.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import type { Database, Work } from '#server/database/open.ts'
import { openSettlementStore } from '#server/settlements/settlement/store.ts'

/** A draft whose payee allows offsets. */
export type OffsetDraft = Omit<OffsetPartner, 'amount'> &
  Pick<Settlement, 'netPayment' | 'payee' | 'startDate'>

/** The drafts of the settlement's payee and work week, in the order of the run. Empty if the payee allows no offsets. */
export async function readOffsetDrafts(
  work: Database | Work,
  userId: string,
  { payee, startDate }: Pick<Settlement, 'payee' | 'startDate'>,
): Promise<OffsetDraft[]> {
  const drafts = selectDrafts(
    userId,
    sql`billing.payee = ${payee} and billing.start_date = ${startDate}`,
  )
  return (await drafts.execute(work)).rows
}

/** The offsets of a settlement: proposed if it is a draft, as approved if it is frozen. Throws 404. */
export async function readOffsets(
  database: Database,
  userId: string,
  id: number,
): Promise<SettlementOffsets> {
  const settlement = await openSettlementStore(database, userId).get(id)
  if (settlement.status === 'pending') {
    const drafts = await readOffsetDrafts(database, userId, settlement)
    return describeOffsets(drafts, id)
  }
  const { partners, nets } = await readFrozenPartners(database, userId, id)
  const { netPayment: net } = settlement
  return { partners, net, paid: toAmount(partners.length ? addUp([net, ...nets]) : 0n) }
}

/** The offsets of the settlements of a run, by the id of the settlement. Settlements without offsets are left out. */
export async function readRunOffsets(
  database: Database,
  userId: string,
  { from, to }: Period,
): Promise<Map<number, SettlementOffsets>> {
  const { rows } = await selectDrafts(
    userId,
    sql`billing.settlement_date between ${from} and ${to}`,
  ).execute(database)
  const payees = Map.groupBy(rows, ({ payee, startDate }) => `${payee} ${startDate}`)
  const offsets = new Map<number, SettlementOffsets>()
  for (const drafts of payees.values())
    for (const { id } of drafts) {
      const found = describeOffsets(drafts, id)
      if (found.partners.length) offsets.set(id, found)
    }
  return offsets
}

function selectDrafts(userId: string, which: RawBuilder<unknown>) {
  return sql<OffsetDraft>`select billing.id, billing.version, billing.number, billing.truck_id,
      billing.settlement_date, billing.start_date, billing.payee, billing.net_payment, trucks.truck_id as truck
    from billing join trucks on trucks.user_id = ${userId} and trucks.id = billing.truck_id
      left join owners on owners.user_id = ${userId} and owners.id = billing.owner_id
      left join drivers on drivers.user_id = ${userId} and drivers.id = billing.driver_id
    where billing.user_id = ${userId} and billing.status = 'pending' and ${which}
      and coalesce(owners.offset_trucks, drivers.offset_trucks) = 'yes'
    order by billing.settlement_date, trucks.truck_id`
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

type FrozenPartner = OffsetPartner & Pick<Settlement, 'netPayment'>

async function readFrozenPartners(database: Database, userId: string, id: number) {
  const ids = await readConnectedIds(database, userId, id)
  const { rows } = await sql<FrozenPartner>`select billing.id, billing.version, billing.number, billing.truck_id,
      billing.settlement_date, billing.net_payment, kept.truck, coalesce(line.amount, 0.00) as amount
    from billing join statement_snapshots as kept on kept.user_id = ${userId} and kept.billing_id = billing.id
      left join expenses as line on line.user_id = ${userId} and line.billing_id = ${id}
        and line.offset_with = billing.id and not line.voided
    where billing.user_id = ${userId} and billing.id = any(${ids}::bigint[]) and billing.id <> ${id}
    order by billing.number`.execute(database)
  return {
    partners: rows.map(({ netPayment: _, ...partner }) => partner),
    nets: rows.map(({ netPayment }) => netPayment),
  }
}
