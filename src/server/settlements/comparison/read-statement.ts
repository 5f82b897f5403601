/** Reads a statement and compares it with the previous statement of the same payee and truck (SPEC C52). */
import { sql } from 'kysely'
import {
  compareStatements,
  type ComparedStatement,
} from '#core/settlements/comparison/compare-statements.ts'
import type {
  PreviousStatement,
  StatementView,
} from '#core/settlements/comparison/statement-view.ts'
import { withFormula } from '#core/settlements/lines.ts'
import type { Settlement, SettlementLoad } from '#core/settlements/settlement.ts'
import type { Database, Work } from '#server/database/open.ts'
import { readLineRows } from '#server/settlements/lines/rows.ts'
import { NO_PAYEE, selectPayeeName } from '#server/settlements/payee/payee-names.ts'
import { selectSettlements } from '#server/settlements/settlement/lock.ts'
import { readSettlementLoads } from '#server/settlements/approval/statement-data.ts'
import { openSettlementStore } from '#server/settlements/settlement/store.ts'

/** Throws 404 if the account has no such settlement. */
export async function readStatementView(
  database: Database,
  userId: string,
  id: number,
): Promise<StatementView> {
  const settlement = await openSettlementStore(database, userId).get(id)
  const before = await readPrevious(database, userId, settlement)
  const [current, previous] = await Promise.all([
    readStatement(database, userId, settlement),
    before && readStatement(database, userId, before),
  ])
  const { truck, payeeName, loads } = current
  return {
    settlement,
    truck,
    payeeName,
    loads,
    previous: before ? toPrevious(before) : null,
    comparison: compareStatements(current, previous ?? null),
  }
}

/** The last frozen statement with an earlier date. An index finds the truck's statements by date. */
function readPrevious(
  database: Database,
  userId: string,
  { truckId, payee, settlementDate }: Settlement,
): Promise<Settlement | undefined> {
  return selectSettlements(database, userId)
    .where('truckId', '=', truckId)
    .where('payee', '=', payee)
    .where('settlementDate', '<', settlementDate)
    .where('status', 'in', ['approved', 'paid'])
    .where('status', '<>', 'void')
    .orderBy('settlementDate', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** A statement to compare. `loads`: as the statement prints them; for a draft, the current loads. */
export type StatementWithLoads = ComparedStatement &
  Pick<StatementView, 'truck' | 'payeeName' | 'loads'>

/** Loads, truck and payee of a frozen statement are those that it prints. */
export async function readStatement(
  database: Database | Work,
  userId: string,
  settlement: Settlement,
): Promise<StatementWithLoads> {
  const { totalRevenue, netPayment } = settlement
  const [printed, lines] = await Promise.all([
    settlement.status === 'pending'
      ? readDraft(database, userId, settlement)
      : readPrinted(database, userId, settlement.id),
    readLineRows(database, userId, settlement.id),
  ])
  return { totalRevenue, netPayment, ...printed, lines: lines.map(withFormula) }
}

type Printed = Pick<StatementWithLoads, 'truck' | 'payeeName' | 'loads'>

async function readPrinted(
  database: Database | Work,
  userId: string,
  id: number,
): Promise<Printed> {
  return database
    .selectFrom('statementSnapshots')
    .select(['truck', 'payee as payeeName', sql<SettlementLoad[]>`snapshot -> 'loads'`.as('loads')])
    .where('userId', '=', userId)
    .where('billingId', '=', id)
    .executeTakeFirstOrThrow()
}

async function readDraft(
  database: Database | Work,
  userId: string,
  { truckId, settlementDate, payee }: Settlement,
): Promise<Printed> {
  const payeeName = sql<string | null>`nullif(
    ${selectPayeeName(userId, sql`${payee}::text`)}, ${NO_PAYEE}::text)`
  const [{ truck, ...named }, loads] = await Promise.all([
    database
      .selectFrom('trucks')
      .select(['truckId as truck', payeeName.as('payeeName')])
      .where('userId', '=', userId)
      .where('id', '=', truckId)
      .executeTakeFirstOrThrow(),
    readSettlementLoads(database, userId, truckId, settlementDate),
  ])
  return { truck, payeeName: named.payeeName, loads }
}

function toPrevious({ id, number, settlementDate, netPayment }: Settlement): PreviousStatement {
  return { id, number: number ?? 0, settlementDate, netPayment }
}
