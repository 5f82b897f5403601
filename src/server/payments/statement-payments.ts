/** The payments of a statement, as it prints and shows them (SPEC C11, C12). */
import { addUp, toAmount, toCents, type Amount } from '#core/money.ts'
import type { StatementPayments } from '#core/payments/responses.ts'
import type { Database, Work } from '#server/database/open.ts'
import { sql } from 'kysely'

export type CoveringPayment = StatementPayments['payments'][number]

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
