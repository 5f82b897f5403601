/** Whom a truck's settlements pay, where one pays another than the one before (SPEC C10). */
import { sql, type RawBuilder } from 'kysely'
import type { Settlement } from '#core/settlements/settlement.ts'
import type { PreviousPayee, ChangedOwner } from '#core/settlements/previous-owner.ts'
import type { Database, Work } from '#server/database/open.ts'
import { RequestError } from '#server/errors.ts'
import type { SettlementKey } from '#server/settlements/deductions/apply.ts'
import { selectSettlements } from '#server/settlements/settlement/lock.ts'

/** What somebody says who lets a debt pass to another owner of the truck. */
export type AnyPayee = 'any payee' | undefined

type Stated = Pick<Settlement, 'truckId' | 'settlementDate' | 'ownerId'>

/** The truck's earliest pending settlement of a later date that pays the same, or whichever. */
export function findNextSettlement(
  work: Work,
  userId: string,
  stated: Stated,
  anyPayee?: AnyPayee,
) {
  return selectSettlements(work, userId)
    .where('truckId', '=', stated.truckId)
    .where('status', '=', 'pending')
    .where('settlementDate', '>', stated.settlementDate)
    .$if(!anyPayee, (query) => query.where('ownerId', 'is not distinct from', stated.ownerId))
    .orderBy('settlementDate')
    .executeTakeFirst()
}

/** The same, another payee's only where the own one has none. Throws 409 where there is none, and says what can be done. */
export async function requireNextSettlement(
  work: Work,
  userId: string,
  stated: Stated,
  anyPayee?: AnyPayee,
): Promise<Settlement> {
  const own = await findNextSettlement(work, userId, stated)
  if (own) return own
  const next = await findNextSettlement(work, userId, stated, 'any payee')
  if (next && anyPayee) return next
  if (next) {
    const message =
      "The truck's next settlement pays another owner. Say that it passes to that one, save a settlement that pays the same, or release it."
    throw new RequestError(409, message)
  }
  throw new RequestError(409, "Save the truck's next settlement first: it takes the correction")
}

/**
 * The name of whom the truck pays today; null where that is whom `stated` (a row with user, truck, date and
 * owner) paid, or where a pending settlement pays the same.
 */
export function selectOtherPayee(userId: string, stated: RawBuilder<unknown>) {
  return sql<string | null>`(select coalesce(owners.name, 'the driver') from trucks
      left join owners on owners.user_id = trucks.user_id and owners.id = trucks.owner_id
    where trucks.user_id = ${userId} and trucks.id = ${stated}.truck_id
      and trucks.owner_id is distinct from ${stated}.owner_id
      and not exists (select from billing as next where next.user_id = ${userId}
        and next.truck_id = ${stated}.truck_id and next.status = 'pending'
        and next.settlement_date > ${stated}.settlement_date
        and next.owner_id is not distinct from ${stated}.owner_id))`
}

/** The number and payee of the truck's last frozen statement before a date, where it paid another than `ownerId`; else null. */
export function selectPreviousPayee(
  userId: string,
  truckId: RawBuilder<unknown>,
  settlementDate: RawBuilder<unknown>,
  ownerId: RawBuilder<unknown>,
) {
  return sql<PreviousPayee | null>`(select case when last.owner_id is distinct from ${ownerId}
        then jsonb_build_object('number', last.number,
          'payee', coalesce(kept.snapshot #>> '{payee,name}', 'nobody')) end
      from billing as last join statement_snapshots as kept
        on kept.user_id = last.user_id and kept.billing_id = last.id
      where last.user_id = ${userId} and last.truck_id = ${truckId}
        and last.status in ('approved', 'paid') and last.settlement_date < ${settlementDate}
      order by last.settlement_date desc limit 1)`
}

/** A payee's name of today: an owner may be deleted, and where nobody is named the driver is paid. */
export function selectPayeeName(userId: string, ownerId: RawBuilder<unknown>) {
  return sql<string>`case when ${ownerId} is null then 'the driver' else coalesce((select name from owners
    where user_id = ${userId} and id = ${ownerId}), 'a deleted owner') end`
}

/** Whom a settlement and its truck's owner are, where it pays another than that one; null where it pays that one. */
export function selectChangedOwner(
  userId: string,
  truckId: RawBuilder<unknown>,
  ownerId: RawBuilder<unknown>,
) {
  return sql<ChangedOwner | null>`(select jsonb_build_object(
        'payee', ${selectPayeeName(userId, ownerId)},
        'owner', owners.name)
      from trucks join owners on owners.user_id = trucks.user_id and owners.id = trucks.owner_id
      where trucks.user_id = ${userId} and trucks.id = ${truckId}
        and trucks.owner_id is distinct from ${ownerId})`
}

/** Whom a settlement pays (a frozen one: as it says), whom the truck's last one paid where that is another, and whose the truck is by now. */
export async function readPayees(
  database: Database,
  userId: string,
  { truckId, settlementDate, ownerId }: SettlementKey,
) {
  const paid = sql`${ownerId}::bigint`
  const { rows } = await sql<Payees>`
    select ${selectChangedOwner(userId, sql`${truckId}`, paid)} as other_owner,
      ${selectPreviousPayee(userId, sql`${truckId}`, sql`${settlementDate}`, paid)} as former,
      coalesce((select kept.snapshot #>> '{payee,name}' from billing join statement_snapshots as kept
          on kept.user_id = billing.user_id and kept.billing_id = billing.id
        where billing.user_id = ${userId} and truck_id = ${truckId} and settlement_date = ${settlementDate}
          and status in ('approved', 'paid')),
        (select name from owners where user_id = ${userId} and id = ${paid})) as name`.execute(
    database,
  )
  const { name = null, ...others } = rows[0] ?? {}
  return { payee: { ownerId, name }, ...others }
}

type Payees = {
  name: string | null
  former: PreviousPayee | null
  otherOwner: ChangedOwner | null
}
