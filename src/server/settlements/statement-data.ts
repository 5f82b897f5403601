/** Reads what a settlement's statement prints. */
import { sql } from 'kysely'
import { yearOf } from '#core/calendar.ts'
import type { Company, UnsavedCompany } from '#core/company.ts'
import type { Settlement } from '#core/settlement.ts'
import type { Database, Work } from '#server/database/open.ts'
import { settlementLoads, yearToDateOf } from './preview.ts'
import type { Snapshot, StatementData } from './statement.ts'

/** A pending settlement as things stand today; one that was approved, company and all, as they stood then (SPEC C3). */
export async function statementDataOf(
  database: Database | Work,
  userId: string,
  settlement: Settlement,
  company: Company | UnsavedCompany,
): Promise<StatementData> {
  if (settlement.status === 'pending')
    return { settlement, ...(await todaysData(database, userId, settlement, company)) }
  const { snapshot } = await database
    .selectFrom('statementSnapshots')
    .select(sql<Snapshot>`snapshot`.as('snapshot'))
    .where('userId', '=', userId)
    .where('billingId', '=', settlement.id)
    .executeTakeFirstOrThrow()
  return { settlement, ...snapshot }
}

/** The year to date is that of the settlement's own year, up to its last day. */
export async function todaysData(
  database: Database | Work,
  userId: string,
  settlement: Settlement,
  company: Company | UnsavedCompany,
): Promise<Snapshot> {
  const { truckId, settlementDate } = settlement
  const [truck, loads, yearToDate] = await Promise.all([
    truckWithPayee(database, userId, truckId),
    settlementLoads(database, userId, truckId, settlementDate),
    yearToDateOf(database, userId, truckId, settlementDate),
  ])
  const { owner, driver, ...labels } = truck
  const names = loads.flatMap(({ driver: first, driver2 }) => [first, driver2])
  return {
    company,
    truck: labels,
    payee: owner ?? driver,
    drivers: [...new Set(names.filter((name) => name !== null))],
    loads,
    yearToDate,
    year: Number(yearOf(settlementDate).from.slice(0, 4)),
  }
}

type Payee = NonNullable<StatementData['payee']>

/** The truck with its owner and its driver, either null where there is none. */
async function truckWithPayee(database: Database | Work, userId: string, truckId: number) {
  const person = (
    table: string,
  ) => sql<Payee | null>`case when ${sql.ref(`${table}.id`)} is not null then
    jsonb_build_object('name', ${sql.ref(`${table}.name`)}, 'address', ${sql.ref(`${table}.address`)},
      'taxId', ${table === 'owners' ? sql.ref('owners.taxId') : sql`null`},
      'paymentMethod', ${sql.ref(`${table}.paymentMethod`)}) end`
  return database
    .selectFrom('trucks')
    .leftJoin('owners', (join) =>
      join.onRef('owners.userId', '=', 'trucks.userId').onRef('owners.id', '=', 'trucks.ownerId'),
    )
    .leftJoin('drivers', (join) =>
      join
        .onRef('drivers.userId', '=', 'trucks.userId')
        .onRef('drivers.id', '=', 'trucks.driverId'),
    )
    .select(['trucks.truckId', 'trucks.year', 'trucks.make', 'trucks.model', 'trucks.vin'])
    .select([person('owners').as('owner'), person('drivers').as('driver')])
    .where('trucks.userId', '=', userId)
    .where('trucks.id', '=', truckId)
    .executeTakeFirstOrThrow()
}
