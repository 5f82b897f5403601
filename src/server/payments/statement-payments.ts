/** The payments of a statement, as it prints and shows them (SPEC C11, C12). */
import { sql } from 'kysely'
import type { Day } from '#core/calendar.ts'
import { addUp, toAmount, toCents, type Amount } from '#core/money.ts'
import type { StatementPayments } from '#core/payments/responses.ts'
import type { Database, Work } from '#server/database/open.ts'

type CoveringPayment = StatementPayments['payments'][number]

export type PrintedPayments = {
  /** Parts of earlier payments that cover this statement. */
  applied: PrintedPayment[]
  payments: PrintedPayment[]
  /** What is left to pay. */
  open: Amount
}

export type PrintedPayment = {
  day: Day
  method: string | null
  reference: string | null
  amount: Amount
}

/** A draft has none. */
export const NO_PAYMENTS: PrintedPayments = { applied: [], payments: [], open: '0.00' }

type Net = { id: number; status: string; netPayment: Amount }

/** Live parts only, in the order of their days. The open amount of a draft or void statement is 0.00. */
export async function readStatementPayments(
  work: Database | Work,
  userId: string,
  { id, status, netPayment }: Net,
): Promise<StatementPayments> {
  const { rows } = await sql<CoveringPayment>`
    select paid.id, paid.paid_on, paid.method, paid.reference, paid.payee_name, part.amount, part.was_unapplied
    from payout_parts as part join payouts as paid on paid.user_id = part.user_id and paid.id = part.payout_id
    where part.user_id = ${userId} and part.billing_id = ${id} and part.ended is null
    order by paid.paid_on, part.id`.execute(work)
  const open = toCents(netPayment) - addUp(rows.map(({ amount }) => amount))
  const isOpen = status === 'approved' && open > 0n
  return {
    payments: rows.filter(({ wasUnapplied }) => !wasUnapplied),
    alreadyPaid: rows.filter(({ wasUnapplied }) => wasUnapplied),
    openAmount: isOpen ? toAmount(open) : '0.00',
  }
}

/** The payment block is all that changes on a frozen statement (SPEC C3). */
export async function readPrintedPayments(
  work: Database | Work,
  userId: string,
  settlement: Net,
): Promise<PrintedPayments> {
  const { payments, alreadyPaid, openAmount } = await readStatementPayments(
    work,
    userId,
    settlement,
  )
  const print = ({ paidOn: day, method, reference, amount }: CoveringPayment) => ({
    day,
    method,
    reference,
    amount,
  })
  return { applied: alreadyPaid.map(print), payments: payments.map(print), open: openAmount }
}
