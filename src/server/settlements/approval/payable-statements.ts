/** Statements as payments see them (SPEC C11). The feature `payments` writes no settlement: triggers update the status. */
import { sql } from 'kysely'
import type { Day, Period } from '#core/calendar.ts'
import type { Amount } from '#core/money.ts'
import type { SettlementStatus } from '#core/statuses.ts'
import type { Database, Work } from '#server/database/open.ts'

/** A frozen statement. `open`: the part of the net that no payment covers. */
export type PayableStatement = {
  id: number
  number: number
  status: SettlementStatus
  truckId: number
  truck: string
  settlementDate: Day
  ownerId: number | null
  driverId: number | null
  payee: string
  payeeName: string | null
  netPayment: Amount
  paidAmount: Amount
  open: Amount
  /** If a statement has no approval day: the earliest local day at the time of approval, in any time zone. */
  approvedOn: Day
}

/** Locks the trucks of settlements in the order of their ids. Call it before locking the payee. */
export async function lockTrucksOfSettlements(
  work: Work,
  userId: string,
  ids: number[],
): Promise<void> {
  // An array, so that the trucks are found by their ids. A join may read all settlements for each truck of the account.
  await sql`select id from trucks where user_id = ${userId} and id = any(array(
      select truck_id from billing where user_id = ${userId} and id = any(${ids}::bigint[])))
    order by id for no key update`.execute(work)
}

type StatementFilter = { ids: number[] } | { payee: string } | { period: Period } | 'open'

/** Reads statements, oldest first. By payee or period: only approved statements with an open amount. By id: also void ones. */
export async function readPayableStatements(
  work: Database | Work,
  userId: string,
  wanted: StatementFilter,
): Promise<PayableStatement[]> {
  const { rows } = await sql<PayableStatement>`
    select billing.id, billing.number, billing.status, billing.truck_id, kept.truck, billing.settlement_date,
      billing.owner_id, billing.driver_id, billing.payee, kept.payee as payee_name,
      billing.net_payment, billing.paid_amount, billing.net_payment - billing.paid_amount as open,
      coalesce(billing.approved_on, (billing.approved_at at time zone 'Etc/GMT+12')::date) as approved_on
    from billing join statement_snapshots as kept
      on kept.user_id = billing.user_id and kept.billing_id = billing.id
    where billing.user_id = ${userId} and ${buildCondition(wanted)}
    order by billing.settlement_date, billing.number`.execute(work)
  return rows
}

function buildCondition(wanted: StatementFilter) {
  const isOpen = sql`billing.status = 'approved' and billing.net_payment > 0`
  if (wanted === 'open') return isOpen
  if ('ids' in wanted) return sql`billing.id = any(${wanted.ids}::bigint[])`
  if ('payee' in wanted) return sql`billing.payee = ${wanted.payee} and ${isOpen}`
  const { from, to } = wanted.period
  return sql`billing.settlement_date between ${from} and ${to} and ${isOpen}`
}

/** Finds the settlements that replace void statements: same truck, date and payee. */
export async function readReplacements(
  work: Work,
  userId: string,
  ids: number[],
): Promise<{ voided: number; by: number; status: SettlementStatus }[]> {
  const { rows } = await sql<{ voided: number; by: number; status: SettlementStatus }>`
    select voided.id as voided, settled.id as by, settled.status
    from billing as voided join billing as settled on settled.user_id = voided.user_id
      and settled.truck_id = voided.truck_id and settled.settlement_date = voided.settlement_date
      and settled.payee = voided.payee and settled.status <> 'void'
    where voided.user_id = ${userId} and voided.id = any(${ids}::bigint[])`.execute(work)
  return rows
}
