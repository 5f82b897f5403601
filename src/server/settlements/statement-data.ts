/** Reads what a settlement's statement prints. */
import { sql } from 'kysely'
import { entities } from '#core/entities.ts'
import { yearOf } from '#core/calendar.ts'
import type { Company, UnsavedCompany } from '#core/company.ts'
import type { Settlement } from '#core/settlement.ts'
import type { Database } from '#server/database/open.ts'
import { openRecord } from '#server/database/secrets/records.ts'
import { settlementLoads, yearToDateOf } from './preview.ts'
import type { StatementData } from './statement.ts'

/** The year to date is that of the settlement's own year, up to its last day. */
export async function statementDataOf(
  database: Database,
  userId: string,
  settlement: Settlement,
  company: Company | UnsavedCompany,
): Promise<StatementData> {
  const { truckId, settlementDate } = settlement
  const [truck, loads, yearToDate] = await Promise.all([
    truckWithPayee(database, userId, truckId),
    settlementLoads(database, userId, truckId, settlementDate),
    yearToDateOf(database, userId, truckId, settlementDate),
  ])
  const { owner, driver, ...labels } = truck
  const names = loads.flatMap(({ driver: first, driver2 }) => [first, driver2])
  return {
    settlement,
    company,
    truck: labels,
    payee: owner ? openRecord(database, entities.owners, owner) : driver,
    drivers: [...new Set(names.filter((name) => name !== null))],
    loads,
    yearToDate,
    year: Number(yearOf(settlementDate).from.slice(0, 4)),
  }
}

type Payee = NonNullable<StatementData['payee']>

/** The truck with its owner (the tax id still closed) and its driver, either null where there is none. */
async function truckWithPayee(database: Database, userId: string, truckId: number) {
  const person = (
    table: string,
  ) => sql<Payee | null>`case when ${sql.ref(`${table}.id`)} is not null then
    jsonb_build_object('userId', ${sql.ref(`${table}.userId`)}, 'id', ${sql.ref(`${table}.id`)}, 'name', ${sql.ref(`${table}.name`)}, 'address', ${sql.ref(`${table}.address`)},
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
