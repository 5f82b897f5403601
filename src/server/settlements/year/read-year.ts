/** Reads each payee's calendar year from frozen statements and payments (SPEC C9). */
import { sql } from 'kysely'
import { entities } from '#core/entities/entities.ts'
import { UNREADABLE } from '#core/fields/fields.ts'
import { toAmount } from '#core/money.ts'
import type { PayeeYear, PayeeYearDetails, YearSummary } from '#core/settlements/year/responses.ts'
import { buildYear, type BuiltYear } from '#core/settlements/year/build-year.ts'
import { toAmounts } from '#core/settlements/year/shares.ts'
import { findFiling, findThreshold } from '#core/settlements/year/thresholds.ts'
import type { YearStatement } from '#core/settlements/year/year-data.ts'
import type { Database, Work } from '#server/database/open.ts'
import { openRecord } from '#server/database/secrets/records.ts'
import { notFound } from '#server/errors.ts'
import {
  readPaidInPeriod,
  readPartsOfPeriod,
  readRepaidInPeriod,
} from '#server/payments/year/year-payments.ts'

export async function readYearSummary(
  database: Database,
  userId: string,
  year: number,
): Promise<YearSummary> {
  const payees = await readYear(database, userId, year)
  const people = await readPeople(database, userId)
  return {
    year,
    threshold: findThreshold(year),
    payees: payees.map((payee) => toPayeeYear(year, payee, people)),
  }
}

/** `name`: the printed name of a payee whose key names a truck, because the driver is not on record. Throws 404. */
export async function readPayeeYear(
  database: Database,
  userId: string,
  { year, payee: key, name }: { year: number; payee: string; name?: string | undefined },
): Promise<PayeeYearDetails> {
  const found = await readYear(database, userId, year, key)
  const payee = found.find((one) => name === undefined || one.payee === name)
  if (!payee) throw notFound()
  const people = await readPeople(database, userId)
  const { entries, payments } = payee
  return {
    year,
    threshold: findThreshold(year),
    payee: toPayeeYear(year, payee, people),
    entries,
    payments,
  }
}

export async function readYear(
  work: Database | Work,
  userId: string,
  year: number,
  payee: string | null = null,
): Promise<BuiltYear[]> {
  const period = { from: `${year}-01-01`, to: `${year}-12-31` }
  const [parts, payments, repaid] = await Promise.all([
    readPartsOfPeriod(work, userId, period, payee),
    readPaidInPeriod(work, userId, period, payee),
    readRepaidInPeriod(work, userId, period, payee),
  ])
  const covered = [...new Set(parts.map(({ billingId }) => billingId))]
  const statements = await readStatements(work, userId, { ...period, payee, covered })
  return buildYear(year, { statements, parts, payments, repaid })
}

type YearQuery = { from: string; to: string; payee: string | null; covered: number[] }

/**
 * January 1 to December 31, both included: the statements that payments of the year cover (`covered`), that were paid
 * without a payment, settled, or delivered in it. Indexes find these, and nothing else is read. With `payee`, all of that
 * payee's statements are read. `lateral` keeps the planner from reading every statement of an old account.
 */
async function readStatements(
  work: Database | Work,
  userId: string,
  { from, to, payee, covered }: YearQuery,
): Promise<YearStatement[]> {
  const found =
    payee === null
      ? sql`
    delivered as materialized (select billing_id, sum(revenue) as revenue from statement_loads
      where user_id = ${userId} and delivery_date between ${from} and ${to} group by billing_id),
    found as materialized (
      select id from billing where user_id = ${userId} and paid_on between ${from} and ${to}
      union select id from billing where user_id = ${userId} and settlement_date between ${from} and ${to}
      union select unnest(${covered}::bigint[])
      union select billing_id from delivered)`
      : sql`
    own as materialized (select id, paid_on, settlement_date from billing
      where user_id = ${userId} and payee = ${payee}),
    delivered as materialized (select own.id as billing_id, sum(stated.revenue) as revenue
      from own cross join lateral (select revenue from statement_loads
        where user_id = ${userId} and billing_id = own.id and delivery_date between ${from} and ${to}
        offset 0) as stated
      group by own.id),
    found as materialized (
      select id from own where paid_on between ${from} and ${to} or settlement_date between ${from} and ${to}
      union select unnest(${covered}::bigint[])
      union select billing_id from delivered)`
  const { rows } = await sql<YearStatement>`
    with ${found}
    select billing.id, billing.number, kept.truck, billing.settlement_date, billing.paid_on,
      billing.payment_method, billing.payment_reference, billing.payee, billing.owner_id, billing.driver_id,
      kept.payee as payee_name, billing.total_revenue, kept.extra_pay, kept.adjustments, kept.reimbursements,
      kept.withheld, billing.net_payment, billing.settlement_date between ${from} and ${to} as is_settled,
      coalesce(delivered.revenue, 0.00) as delivered
    from found
      cross join lateral (select * from billing where user_id = ${userId} and id = found.id limit 1) as billing
      cross join lateral (select payee, truck, extra_pay, adjustments, reimbursements, withheld
        from statement_snapshots where user_id = ${userId} and billing_id = found.id limit 1) as kept
      left join delivered on delivered.billing_id = found.id
    where billing.status in ('approved', 'paid')
      and (${payee}::text is null or billing.payee = ${payee}::text)
    order by billing.number`.execute(work)
  return rows
}

/** What the record of an owner or driver says about a payee. The tax ID is readable, null, or UNREADABLE. */
export type Person = {
  payee: string
  name: string
  address: string
  taxId: string | null
  backupWithholding: boolean
}

/** Reads the owners and drivers, by payee key. */
export async function readPeople(
  work: Database | Work,
  userId: string,
): Promise<Map<string, Person>> {
  const people = await Promise.all(
    (['owners', 'drivers'] as const).map(async (table) => {
      const rows = await work
        .selectFrom(table)
        .select(['userId', 'id', 'name', 'address', 'taxId', 'backupWithholding'])
        .where('userId', '=', userId)
        .execute()
      const kind = table === 'owners' ? 'owner' : 'driver'
      return rows.map((row) => {
        const { userId: _account, id, ...person } = openRecord(work, entities[table], row)
        return { ...person, payee: `${kind}:${id}` }
      })
    }),
  )
  return new Map(people.flat().map((person) => [person.payee, person]))
}

export function toPayeeYear(
  year: number,
  built: BuiltYear,
  people: ReadonlyMap<string, Person>,
): PayeeYear {
  const { key, ownerId, driverId, payee, statements, figures, unapplied, repaid, sums } = built
  const person = people.get(key)
  const amounts = toAmounts(figures)
  const reported = toAmount(figures.gross + unapplied - repaid)
  return {
    key,
    ownerId,
    driverId,
    payee,
    statements,
    ...amounts,
    unapplied: toAmount(unapplied),
    repaid: toAmount(repaid),
    paid: toAmount(figures.net + unapplied - repaid),
    reported,
    filing: findFiling(year, reported, amounts.withheld),
    handedOut: toAmount(built.handedOut),
    taxId: describeTaxId(person?.taxId ?? null),
    backupWithholding: person?.backupWithholding ?? false,
    sums,
  }
}

function describeTaxId(taxId: string | null): PayeeYear['taxId'] {
  if (taxId === null) return 'missing'
  return taxId === UNREADABLE ? 'unreadable' : 'on-file'
}
