/** The next settlement for an open amount, and changes of a truck's payee (SPEC C10). */
import { sql, type RawBuilder } from 'kysely'
import type { Settlement } from '#core/settlements/settlement.ts'
import type { PreviousPayee, ChangedOwner } from '#core/settlements/previous-owner.ts'
import type { Database, Work } from '#server/database/open.ts'
import { RequestError } from '#server/errors.ts'
import type { SettlementKey } from '#server/settlements/deductions/apply.ts'
import { selectSettlements } from '#server/settlements/settlement/lock.ts'

/** The user allows an open amount to move to another payee of the truck. */
export type AnyPayee = 'any payee' | undefined

/** The payee's name of a statement without one. */
export const NO_PAYEE = 'no payee'

type Stated = Pick<Settlement, 'truckId' | 'settlementDate' | 'ownerId'>

/** The truck's earliest draft after the statement's date that has the same payee, or any payee. */
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

/** The same payee's draft comes first. Throws 409 with instructions if no draft can take the amount. */
export async function requireNextSettlement(
  work: Work,
  userId: string,
  stated: Stated,
  anyPayee?: AnyPayee,
): Promise<Settlement> {
  const samePayee = await findNextSettlement(work, userId, stated)
  if (samePayee) return samePayee
  const next = await findNextSettlement(work, userId, stated, 'any payee')
  if (next && anyPayee) return next
  if (next) {
    const message =
      'The next settlement pays a different owner. Transfer the amount, create a settlement for this payee, or write it off.'
    throw new RequestError(409, message)
  }
  throw new RequestError(409, "Create the truck's next settlement first")
}

/**
 * SQL: the name of the truck's current payee. Null if `stated` (a row with truck_id, settlement_date and owner_id)
 * paid the same payee, or if a later draft does.
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

/** SQL: number and payee of the truck's last frozen statement before a date; null if it paid `ownerId` too. */
export function selectPreviousPayee(
  userId: string,
  truckId: RawBuilder<unknown>,
  settlementDate: RawBuilder<unknown>,
  ownerId: RawBuilder<unknown>,
) {
  return sql<PreviousPayee | null>`(select case when last.owner_id is distinct from ${ownerId}
        then jsonb_build_object('number', last.number, 'payee', coalesce(kept.payee, ${NO_PAYEE}::text)) end
      from billing as last join statement_snapshots as kept
        on kept.user_id = last.user_id and kept.billing_id = last.id
      where last.user_id = ${userId} and last.truck_id = ${truckId}
        and last.status in ('approved', 'paid') and last.settlement_date < ${settlementDate}
      order by last.settlement_date desc limit 1)`
}

/** SQL: a payee's current name. Without an owner the driver is paid. */
export function selectPayeeName(userId: string, ownerId: RawBuilder<unknown>) {
  return sql<string>`case when ${ownerId} is null then 'the driver' else coalesce((select name from owners
    where user_id = ${userId} and id = ${ownerId}), 'a deleted owner') end`
}

/** SQL: the names of a settlement's payee and of the truck's current owner; null if they are the same. */
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

type Payees = {
  name: string | null
  former: PreviousPayee | null
  otherOwner: ChangedOwner | null
}

/** A settlement's payee (of a frozen one as printed), the previous payee and the truck's current owner if they differ. */
export async function readPayees(
  database: Database,
  userId: string,
  { truckId, settlementDate, ownerId }: SettlementKey,
) {
  const paid = sql`${ownerId}::bigint`
  const { rows } = await sql<Payees>`
    select ${selectChangedOwner(userId, sql`${truckId}`, paid)} as other_owner,
      ${selectPreviousPayee(userId, sql`${truckId}`, sql`${settlementDate}`, paid)} as former,
      coalesce((select kept.payee from billing join statement_snapshots as kept
          on kept.user_id = billing.user_id and kept.billing_id = billing.id
        where billing.user_id = ${userId} and truck_id = ${truckId} and settlement_date = ${settlementDate}
          and status in ('approved', 'paid')),
        (select name from owners where user_id = ${userId} and id = ${paid})) as name`.execute(
    database,
  )
  const { name = null, ...others } = rows[0] ?? {}
  return { payee: { ownerId, name }, ...others }
}
