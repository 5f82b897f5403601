/** One payment with its parts and closings, and the open payees (SPEC C11). */
import { sql } from 'kysely'
import type { Period } from '#core/calendar.ts'
import { addUp, toAmount } from '#core/money.ts'
import type { OpenPayee, OpenPayments, PaymentDetails } from '#core/payments/responses.ts'
import { toStatementMethod } from '#core/payment-methods.ts'
import type { Database } from '#server/database/open.ts'
import {
  readPayableStatements,
  type PayableStatement,
} from '#server/settlements/approval/payable-statements.ts'
import { readParts, readPayment } from './rows.ts'
import { readUnapplied } from './unapplied.ts'

/** Throws 404 if the account has no such payment. */
export async function readDetails(
  database: Database,
  userId: string,
  id: number,
): Promise<PaymentDetails> {
  const payment = await readPayment(database, userId, id)
  const parts = await readParts(database, userId, [id])
  const [statements, closings, isExported] = await Promise.all([
    readPayableStatements(database, userId, { ids: parts.map(({ billingId }) => billingId) }),
    database
      .selectFrom('payoutClosings')
      .select(['id', 'payoutId', 'kind', 'day', 'amount', 'method', 'reference', 'reason'])
      .select('createdAt')
      .where('userId', '=', userId)
      .where('payoutId', '=', id)
      .orderBy('id')
      .execute(),
    readIsExported(database, userId, id),
  ])
  const byId = new Map(statements.map((statement) => [statement.id, statement]))
  return {
    ...payment,
    parts: parts.map((part) => ({ ...part, ...describe(byId.get(part.billingId)) })),
    closings,
    isExported,
  }
}

async function readIsExported(database: Database, userId: string, id: number): Promise<boolean> {
  const { rows } = await sql<{ isExported: boolean }>`
    select is_payment_exported(${userId}, ${id}) as is_exported`.execute(database)
  return rows[0]?.isExported === true
}

function describe(statement: PayableStatement | undefined) {
  const { number = null, truck = '', settlementDate = '', status = '' } = statement ?? {}
  return { number, truck, settlementDate, status }
}

/** The payees with open statements (of `period`, if given) or unapplied money, in the order of their names. */
export async function readOpenPayees(
  database: Database,
  userId: string,
  period?: Period,
): Promise<OpenPayments> {
  const [statements, unapplied, methods] = await Promise.all([
    readPayableStatements(database, userId, period ? { period } : 'open'),
    readUnapplied(database, userId),
    readMethods(database, userId),
  ])
  const byPayee = Map.groupBy(statements, ({ payee }) => payee)
  const money = Map.groupBy(unapplied, ({ payee }) => payee)
  const keys = period ? byPayee.keys() : new Set([...byPayee.keys(), ...money.keys()])
  const payees = [...keys].map((payee): OpenPayee => {
    const open = byPayee.get(payee) ?? []
    const paid = money.get(payee) ?? []
    const [ownerId, driverId, truckId] = ['owner', 'driver', 'truck'].map((kind) =>
      payee.startsWith(`${kind}:`) ? Number(payee.slice(kind.length + 1)) : null,
    )
    return {
      payee,
      ownerId: ownerId ?? null,
      driverId: driverId ?? null,
      truckId: truckId ?? null,
      name: open.at(-1)?.payeeName ?? paid.at(-1)?.payeeName ?? null,
      paymentMethod: toStatementMethod(methods.get(payee) ?? null),
      open: toAmount(addUp(open.map((statement) => statement.open))),
      unapplied: toAmount(addUp(paid.map((payment) => payment.unapplied))),
      statements: open.map(toOpenStatement),
    }
  })
  return { payees: payees.toSorted((one, other) => compareNames(one.name, other.name)) }
}

function toOpenStatement(statement: PayableStatement) {
  const { id, truckId, number, truck, settlementDate, status } = statement
  const { netPayment, paidAmount, open, approvedOn } = statement
  const figures = { netPayment, paidAmount, open, approvedOn }
  return { id, truckId, number, truck, settlementDate, status, ...figures }
}

function compareNames(one: string | null, other: string | null): number {
  return (one ?? '').localeCompare(other ?? '', 'en-US')
}

/** The payment method of each owner and driver, by the payee's key. */
async function readMethods(database: Database, userId: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ payee: string; paymentMethod: string }>`
    select 'owner:' || id as payee, payment_method from owners where user_id = ${userId}
    union all select 'driver:' || id, payment_method from drivers where user_id = ${userId}`.execute(
    database,
  )
  return new Map(rows.map(({ payee, paymentMethod }) => [payee, paymentMethod]))
}
