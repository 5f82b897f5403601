/** Names of payees, and changes of a truck's payee (SPEC C10). */
import { sql, type RawBuilder } from 'kysely'
import type { ChangedPayee, PreviousPayee } from '#core/settlements/previous-payee.ts'
import type { PayeeIds } from '#core/settlements/payee.ts'
import type { Database } from '#server/database/open.ts'
import type { SettlementKey } from '#core/settlements/deductions/rule-history.ts'

/** The name that is shown for a statement without a payee. */
export const NO_PAYEE = 'no payee'

/** SQL: the key of the current payee of a row of `trucks`. */
export const TRUCK_PAYEE = sql<string>`payee_key(trucks.owner_id, trucks.driver_id, trucks.id)`

/** SQL: the current name of a payee by its key. */
export function selectPayeeName(userId: string, payee: RawBuilder<unknown>) {
  const id = sql`split_part(${payee}, ':', 2)::bigint`
  return sql<string>`case split_part(${payee}, ':', 1)
    when 'owner' then coalesce((select name from owners
      where owners.user_id = ${userId} and owners.id = ${id}), 'a deleted owner')
    when 'driver' then coalesce((select name from drivers
      where drivers.user_id = ${userId} and drivers.id = ${id}), 'a deleted driver')
    else ${NO_PAYEE}::text end`
}

/** SQL: number and payee of the truck's last frozen statement before a date; null if it paid `payee` too. */
export function selectPreviousPayee(
  userId: string,
  truckId: RawBuilder<unknown>,
  settlementDate: RawBuilder<unknown>,
  payee: RawBuilder<unknown>,
) {
  return sql<PreviousPayee | null>`(select case when last.payee <> ${payee}
        then jsonb_build_object('number', last.number, 'payee', coalesce(kept.payee, ${NO_PAYEE}::text),
          'now', split_part(${payee}, ':', 1)) end
      from billing as last join statement_snapshots as kept
        on kept.user_id = last.user_id and kept.billing_id = last.id
      where last.user_id = ${userId} and last.truck_id = ${truckId}
        and last.status in ('approved', 'paid') and last.settlement_date < ${settlementDate}
      order by last.settlement_date desc limit 1)`
}

/** SQL: the names of a settlement's payee and of the truck's current payee; null if they are the same. */
export function selectChangedPayee(
  userId: string,
  truckId: RawBuilder<unknown>,
  payee: RawBuilder<unknown>,
) {
  return sql<ChangedPayee | null>`(select jsonb_build_object(
        'payee', ${selectPayeeName(userId, payee)},
        'owner', owners.name, 'driver', case when owners.id is null then drivers.name end)
      from trucks
        left join owners on owners.user_id = trucks.user_id and owners.id = trucks.owner_id
        left join drivers on drivers.user_id = trucks.user_id and drivers.id = trucks.driver_id
      where trucks.user_id = ${userId} and trucks.id = ${truckId}
        and coalesce(trucks.owner_id, trucks.driver_id) is not null and ${TRUCK_PAYEE} <> ${payee})`
}

type Payees = {
  name: string | null
  former: PreviousPayee | null
  changedPayee: ChangedPayee | null
}

/** Reads a settlement's payee (as printed if frozen), and the previous payee and the truck's current payee if they differ. */
export async function readPayees(
  database: Database,
  userId: string,
  { truckId, settlementDate, payee, ownerId, driverId }: SettlementKey & PayeeIds,
) {
  const paid = sql`${payee}::text`
  const { rows } =
    await sql<Payees>`select ${selectChangedPayee(userId, sql`${truckId}`, paid)} as changed_payee,
      ${selectPreviousPayee(userId, sql`${truckId}`, sql`${settlementDate}`, paid)} as former,
      coalesce((select kept.payee from billing join statement_snapshots as kept
          on kept.user_id = billing.user_id and kept.billing_id = billing.id
        where billing.user_id = ${userId} and truck_id = ${truckId} and settlement_date = ${settlementDate}
          and status in ('approved', 'paid')),
        nullif(${selectPayeeName(userId, paid)}, ${NO_PAYEE}::text)) as name`.execute(database)
  const { name = null, ...others } = rows[0] ?? {}
  return { payee: { ownerId, driverId, name }, ...others }
}
