/** The data that a statement prints: current data of a draft, the snapshot of a frozen statement. The preview reads its loads here, too. */
import { sql } from 'kysely'
import { entities } from '#core/entities/entities.ts'
import { yearOf, type Day } from '#core/calendar.ts'
import type { Company, UnsavedCompany } from '#core/settings/company.ts'
import { UNREADABLE } from '#core/fields/fields.ts'
import { toPrintedCharges } from '#core/charges/printed.ts'
import type { Settlement, SettlementLoad, YearToDate } from '#core/settlements/settlement.ts'
import { withProgress, type Balance } from '#core/settlements/balances.ts'
import { withFormula, type Line } from '#core/settlements/lines.ts'
import { readChargesOfLoads } from '#server/charges/read-charges.ts'
import type { Database, Work } from '#server/database/open.ts'
import { openRecord } from '#server/database/secrets/records.ts'
import {
  NO_PAYMENTS,
  readPrintedPayments,
  type PrintedPayments,
} from '#server/payments/statement-payments.ts'
import { readBalances } from '#server/settlements/balances/balances.ts'
import { readLineRows } from '#server/settlements/lines/rows.ts'
import { readYearToDateOfPayee } from './year-to-date.ts'
import { CURRENT_FORMAT, type Format } from '#server/statements/format.ts'

/** `payments`: as of the printing, because they change after approval (SPEC C3). */
export type StatementData = Snapshot & { settlement: Settlement; payments: PrintedPayments }

/** What an approval freezes beside the settlement's own row (SPEC C3). */
export type Snapshot = {
  /** The printed format that the statement was frozen with (SPEC C3). */
  format: Format
  company: Company | UnsavedCompany
  truck: { truckId: string; year: number; make: string; model: string; vin: string | null }
  /** The truck's owner, or its driver if it has no owner. */
  payee: { name: string; address: string; taxIdEnding: string | null; paymentMethod: string } | null
  drivers: string[]
  loads: SettlementLoad[]
  lines: Line[]
  balances: Balance[]
  /** Of the payee (SPEC C321). */
  yearToDate: Omit<YearToDate, 'loads'>
  year: number
  /** The statements that this statement's adjustments change. */
  adjusted: { id: number; number: number }[]
}

/** `company` is printed on a draft; a frozen statement has its own (SPEC C3). */
export async function readStatementData(
  database: Database | Work,
  userId: string,
  settlement: Settlement,
  company: Company | UnsavedCompany,
): Promise<StatementData> {
  if (settlement.status === 'pending')
    return {
      settlement,
      payments: NO_PAYMENTS,
      ...(await readCurrentData(database, userId, settlement, company)),
    }
  const [snapshot, payments] = await Promise.all([
    readSnapshot(database, userId, settlement.id),
    readPrintedPayments(database, userId, settlement),
  ])
  return { settlement, ...snapshot, payments }
}

/** Throws if the settlement was never approved. */
export async function readSnapshot(
  database: Database | Work,
  userId: string,
  billingId: number,
): Promise<Snapshot> {
  const { snapshot } = await database
    .selectFrom('statementSnapshots')
    .select(sql<Snapshot>`snapshot`.as('snapshot'))
    .where('userId', '=', userId)
    .where('billingId', '=', billingId)
    .executeTakeFirstOrThrow()
  return snapshot
}

/**
 * Each line has its formula as text, progress included: a frozen statement prints the text of its snapshot, so that a
 * later wording does not change it. The year to date is that of the payee, up to this settlement.
 */
export async function readCurrentData(
  database: Database | Work,
  userId: string,
  settlement: Settlement,
  company: Company | UnsavedCompany,
): Promise<Snapshot> {
  const { truckId, settlementDate, id } = settlement
  const { owner, driver, hasBalances, ...labels } = await readTruckWithPayee(
    database,
    userId,
    settlement,
  )
  const [loads, lines, balances] = await Promise.all([
    readSettlementLoads(database, userId, truckId, settlementDate),
    readLineRows(database, userId, id),
    hasBalances ? readBalances(database, userId, settlement) : [],
  ])
  const adjusted = await readAdjustedStatements(database, userId, lines)
  const charges = await readPrintedCharges(database, userId, loads)
  const names = loads.flatMap(({ driver: first, driver2 }) => [first, driver2])
  return {
    format: CURRENT_FORMAT,
    company,
    truck: labels,
    payee: toPrintedPayee(database, owner, driver),
    drivers: [...new Set(names.filter((name) => name !== null))],
    loads: loads.map((load) => ({ ...load, ...charges.get(load.id) })),
    lines: withProgress(lines, balances).map(withFormula),
    balances,
    yearToDate: await readYearToDateOfPayee(database, userId, settlement, lines),
    year: Number(yearOf(settlementDate).from.slice(0, 4)),
    adjusted,
  }
}

/** The loads of a settlement, by pickup date. */
export async function readSettlementLoads(
  database: Database | Work,
  userId: string,
  truckId: number,
  settlementDate: Day,
): Promise<SettlementLoad[]> {
  const { rows } = await sql<SettlementLoad>`
    select loads.id, loads.load_id, brokers.company_name as broker, drivers.name as driver, second.name as driver2,
      loads.pickup_city, loads.pickup_state, loads.pickup_date, loads.delivery_city, loads.delivery_state,
      loads.delivery_date, loads.cargo_type, loads.weight, loads.miles, loads.empty_miles, loads.revenue
    from loads
      left join brokers on brokers.user_id = ${userId} and brokers.id = loads.broker_id
      left join drivers on drivers.user_id = ${userId} and drivers.id = loads.driver_id
      left join drivers as second on second.user_id = ${userId} and second.id = loads.driver2_id
    where loads.user_id = ${userId} and loads.truck_id = ${truckId} and loads.settlement_date = ${settlementDate}
    order by loads.pickup_date, loads.id`.execute(database)
  return rows
}

/** The charges that pay the owner, by load. Loads without charges are left out. */
async function readPrintedCharges(
  database: Database | Work,
  userId: string,
  loads: SettlementLoad[],
): Promise<Map<number, Pick<SettlementLoad, 'charges'>>> {
  const ids = loads.map(({ id }) => id)
  const found = await readChargesOfLoads(database, userId, ids)
  return new Map([...found].map(([id, charges]) => [id, { charges: toPrintedCharges(charges) }]))
}

/** The numbers of the statements that adjustments change. */
async function readAdjustedStatements(
  database: Database | Work,
  userId: string,
  lines: Line[],
): Promise<{ id: number; number: number }[]> {
  const ids = lines.flatMap(({ corrects }) => corrects ?? [])
  if (ids.length === 0) return []
  const rows = await database
    .selectFrom('billing')
    .select(['id', 'number'])
    .where('userId', '=', userId)
    .where('id', 'in', ids)
    .orderBy('number')
    .execute()
  return rows.flatMap(({ id, number }) => (number === null ? [] : { id, number }))
}

type Payee = StatementData['payee']
type Person = { name: string; address: string; paymentMethod: string }
type Owner = Person & { userId: string; id: number; taxId: string | null }

/** A statement, and so its snapshot, holds only the last four characters of a tax ID. */
function toPrintedPayee(
  database: Database | Work,
  owner: Owner | null,
  driver: Person | null,
): Payee {
  const person = owner ?? driver
  if (!person) return null
  const { name, address, paymentMethod } = person
  const { taxId } = owner ? openRecord(database, entities.owners, owner) : { taxId: null }
  const readable = taxId === UNREADABLE ? null : taxId
  const taxIdEnding = readable?.replaceAll(/\W/g, '').slice(-4) || null
  return { name, address, paymentMethod, taxIdEnding }
}

/**
 * The truck, and the settlement's payee: the owner (tax id still encrypted) or the driver. The other is null.
 * `hasBalances`: the account has a recurring deduction with a balance, or one that left an amount for later. The joins compare with id 0, which no record has,
 * instead of null: a distributed database drops a join with null before it knows the account (SPEC C257).
 */
async function readTruckWithPayee(
  database: Database | Work,
  userId: string,
  { truckId, ownerId, driverId }: Settlement,
) {
  return database
    .selectFrom('trucks')
    .leftJoin('owners', (join) =>
      join.onRef('owners.userId', '=', 'trucks.userId').on('owners.id', '=', orZero(ownerId)),
    )
    .leftJoin('drivers', (join) =>
      join.onRef('drivers.userId', '=', 'trucks.userId').on('drivers.id', '=', orZero(driverId)),
    )
    .select(['trucks.truckId', 'trucks.year', 'trucks.make', 'trucks.model', 'trucks.vin'])
    .select([
      sql<Owner | null>`case when owners.id is not null then jsonb_build_object(
        'userId', owners.user_id, 'id', owners.id, 'name', owners.name, 'address', owners.address,
        'taxId', owners.tax_id, 'paymentMethod', owners.payment_method) end`.as('owner'),
      sql<Person | null>`case when drivers.id is not null then jsonb_build_object(
        'name', drivers.name, 'address', drivers.address,
        'paymentMethod', drivers.payment_method) end`.as('driver'),
      sql<boolean>`exists (select from deduction_rules
        where deduction_rules.user_id = ${userId} and total is not null)
        or exists (select from expenses
          where expenses.user_id = ${userId} and deferred <> 0 and not voided)`.as('hasBalances'),
    ])
    .where('trucks.userId', '=', userId)
    .where('trucks.id', '=', truckId)
    .executeTakeFirstOrThrow()
}

function orZero(id: number | null) {
  return sql<number>`coalesce(${id}::bigint, 0)`
}
