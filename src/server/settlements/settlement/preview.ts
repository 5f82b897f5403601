/** The settlement screen's figures, added up in the database (SPEC B32, B33). */
import { sql } from 'kysely'
import { weekOf, yearOf, type Day } from '#core/calendar.ts'
import { addUp, toAmount, toCents } from '#core/money.ts'
import type { YearToDate } from '#core/settlements/settlement.ts'
import type { SettlementPreview, VoidStatement } from '#core/settlements/preview.ts'
import type { Database, Work } from '#server/database/open.ts'
import type { SettlementKey } from '#core/settlements/deductions/rule-history.ts'
import { readSettlementLoads } from '#server/settlements/approval/statement-data.ts'
import { readBasisFigures } from '#server/settlements/deductions/figures.ts'
import { readPayees } from '#server/settlements/payee/payee-names.ts'
import { readTruckPayee } from '#server/settlements/payee/payee.ts'
import { proposeLines } from '#server/settlements/deductions/proposals.ts'
import { readFirstWeekday } from '#server/settings/company.ts'
import { openSettlementStore } from './store.ts'

/** Reads the settlement dates, newest first. */
export async function readSettlementDates(
  database: Database,
  userId: string,
  truckId: number,
): Promise<Day[]> {
  const rows = await database
    .selectFrom('loads')
    .select('settlementDate')
    .distinct()
    .where('userId', '=', userId)
    .where('truckId', '=', truckId)
    .where('settlementDate', 'is not', null)
    .orderBy('settlementDate', 'desc')
    .execute()
  return rows.flatMap(({ settlementDate }) => settlementDate ?? [])
}

/** `today` is the account's day and chooses the year to date. Without `settlementDate` only the year to date. */
export async function readPreview(
  database: Database,
  userId: string,
  truckId: number,
  settlementDate: Day | undefined,
  today: Day,
): Promise<SettlementPreview> {
  const yearToDate = await readYearToDate(database, userId, truckId, today)
  if (settlementDate === undefined) return { yearToDate }
  const [loads, billing, voided, weekday] = await Promise.all([
    readSettlementLoads(database, userId, truckId, settlementDate),
    openSettlementStore(database, userId).findFor(truckId, settlementDate),
    findVoidStatements(database, userId, truckId, settlementDate),
    readFirstWeekday(database, userId),
  ])
  const key = { truckId, settlementDate }
  const week = weekOf(settlementDate, weekday)
  const { ownerId, driverId, payee } = billing ?? (await readTruckPayee(database, userId, truckId))
  return {
    loads,
    loadCount: loads.length,
    totalRevenue: toAmount(addUp(loads.map(({ revenue }) => revenue))),
    startDate: billing?.startDate ?? week.from,
    endDate: billing?.endDate ?? week.to,
    billing: billing ?? null,
    voided,
    ...(await readPayees(database, userId, { ...key, payee, ownerId, driverId })),
    ...(billing ? {} : { proposed: await readProposal(database, userId, { ...key, payee }) }),
    yearToDate,
  }
}

async function readProposal(database: Database, userId: string, key: SettlementKey) {
  const figures = await readBasisFigures(database, userId, key.truckId, key.settlementDate)
  return (await proposeLines(database, userId, [{ ...key, ...figures }]))[0] ?? []
}

function findVoidStatements(
  database: Database,
  userId: string,
  truckId: number,
  settlementDate: Day,
): Promise<VoidStatement[]> {
  return database
    .selectFrom('billing')
    .select(['id', 'number', 'voidReason'])
    .where('userId', '=', userId)
    .where('truckId', '=', truckId)
    .where('settlementDate', '=', settlementDate)
    .where('status', '=', 'void')
    .orderBy('number')
    .execute()
}

/** Revenue by delivery date, expenses by settlement date, in the calendar year that contains `today` (SPEC B32). */
async function readYearToDate(
  database: Database | Work,
  userId: string,
  truckId: number,
  today: Day,
): Promise<YearToDate> {
  const { from, to } = yearOf(today)
  type Sums = Omit<YearToDate, 'net'>
  const { rows } = await sql<Sums>`
    select delivered.revenue, delivered.loads, settled.expenses, settled.extra_pay from
      (select coalesce(sum(revenue), 0.00) as revenue, count(*) as loads from loads
        where user_id = ${userId} and truck_id = ${truckId}
          and delivery_date between ${from} and ${to}) as delivered,
      (select coalesce(sum(total_expenses), 0.00) as expenses, coalesce(sum(extra_pay), 0.00) as extra_pay from billing
        where user_id = ${userId} and truck_id = ${truckId} and status <> 'void'
          and settlement_date between ${from} and ${to}) as settled`.execute(database)
  const none: Sums = { revenue: '0.00', expenses: '0.00', extraPay: '0.00', loads: 0 }
  const { revenue, expenses, extraPay, loads } = rows[0] ?? none
  const net = toAmount(toCents(revenue) - toCents(expenses))
  return { revenue, expenses, extraPay, net, loads }
}
