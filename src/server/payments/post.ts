/** Posts payments (SPEC C11). */
import { addUp, formatMoney, toCents, type Amount } from '#core/money.ts'
import { allocate, type NewPart } from '#core/payments/allocate.ts'
import type { NewPayment, Payment } from '#core/payments/payments.ts'
import { askMore } from '#core/payments/questions.ts'
import { runIdempotent, type Repeatable } from '#server/database/idempotency.ts'
import type { Database, Work } from '#server/database/open.ts'
import { badField, RequestError } from '#server/errors.ts'
import {
  lockTrucksOfSettlements,
  readPayableStatements,
  type PayableStatement,
} from '#server/settlements/approval/payable-statements.ts'
import { confirmPosting, throwUnlessConfirmed } from './confirm.ts'
import { handOut } from './hand-out.ts'
import { findPayeeName, readPaidTo, toKey, unknownPayee } from './paid-to.ts'
import { insertPayment, lockPayee } from './rows.ts'

/** Posts a payment. Throws 400 at a field, and 409 if a statement is not open or something must be confirmed. */
export function createPayment(
  database: Database,
  userId: string,
  values: NewPayment,
  request: Repeatable,
): Promise<Payment> {
  return runIdempotent(database, userId, request, (work) =>
    values.kind === 'hand-out'
      ? handOut(work, userId, values)
      : payStatements(work, userId, values),
  )
}

async function payStatements(work: Work, userId: string, values: NewPayment): Promise<Payment> {
  const ids = await findStatements(work, userId, values)
  await lockTrucksOfSettlements(work, userId, ids)
  const paidTo = readPaidTo(values)
  const payee = toKey(paidTo)
  await lockPayee(work, userId, payee)
  const statements = await readPayableStatements(work, userId, { ids })
  const parts = values.parts ?? allocateOpen(statements, values.amount)
  rejectParts(statements, parts, payee)
  const payeeName = statements.at(-1)?.payeeName ?? (await findPayeeName(work, userId, paidTo))
  if (payeeName === null && statements.length === 0) throw unknownPayee(paidTo)
  askAboutRest(parts, values)
  await confirmPosting(
    work,
    userId,
    values,
    statements.map(({ approvedOn }) => approvedOn),
    values.confirmed,
  )
  const { paidOn, method, reference, amount, note } = values
  const posting = { paidOn, method, reference, amount, note, replaces: null, ruleId: null }
  return insertPayment(
    work,
    userId,
    { ...paidTo, ...posting, kind: 'settlement', payeeName },
    parts,
  )
}

/** The statements that the request names, or the payee's open ones. */
async function findStatements(work: Work, userId: string, values: NewPayment): Promise<number[]> {
  if (values.parts) return values.parts.map(({ billingId }) => billingId)
  const open = await readPayableStatements(work, userId, { payee: toKey(readPaidTo(values)) })
  return open.map(({ id }) => id)
}

/** The whole amount, or what is open of it, oldest statement first. */
function allocateOpen(statements: readonly PayableStatement[], amount: Amount): NewPart[] {
  const open = statements.filter(({ status }) => status === 'approved')
  return allocate(open, toCents(amount)).parts
}

/** Throws 400 at the parts, or 409 if a statement is no longer open. */
export function rejectParts(
  statements: readonly PayableStatement[],
  parts: readonly NewPart[],
  payee: string,
): void {
  const seen = new Set<number>()
  for (const { billingId, amount } of parts) {
    const statement = statements.find(({ id }) => id === billingId)
    if (!statement) throw badField('parts', 'Statement was not found')
    const { number, status, open } = statement
    if (seen.has(billingId)) throw badField('parts', `Statement ${number} is listed twice`)
    seen.add(billingId)
    if (statement.payee !== payee) throw badField('parts', `Statement ${number} pays another payee`)
    // A draft is not found above, because it has no snapshot. So the status is "paid" or "void", as screens show it.
    if (status !== 'approved') throw new RequestError(409, `Statement ${number} is ${status}`)
    if (toCents(amount) > toCents(open)) {
      const message = `Only ${formatMoney(toCents(open))} of statement ${number} is open`
      throw badField('parts', message)
    }
  }
}

/** Throws 400 if the parts are more than the payment, and 409 if less: the rest becomes unapplied money (SPEC C314). */
function askAboutRest(parts: readonly NewPart[], { amount, confirmed }: NewPayment): void {
  const covered = addUp(parts.map((part) => part.amount))
  if (covered > toCents(amount))
    throw badField('amount', `The parts add up to ${formatMoney(covered)}`)
  throwUnlessConfirmed(askMore(toCents(amount), covered), confirmed)
}
