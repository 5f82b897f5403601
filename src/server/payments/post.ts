/** Posts payments (SPEC C11). */
import { addUp, formatMoney, toAmount, toCents, type Amount } from '#core/money.ts'
import { allocate, type NewPart } from '#core/payments/allocate.ts'
import type { NewPayment, Payment } from '#core/payments/payments.ts'
import { createIdempotent, type Repeatable } from '#server/database/idempotency.ts'
import type { Database, Work } from '#server/database/open.ts'
import { badField, RequestError } from '#server/errors.ts'
import {
  lockTrucksOfSettlements,
  readPayableStatements,
  type PayableStatement,
} from '#server/settlements/approval/payable-statements.ts'
import { confirmPosting } from './confirm.ts'
import { handOut } from './hand-out.ts'
import { readPaidTo, toKey, unknownPayee } from './paid-to.ts'
import { findPayeeName } from './payee-name.ts'
import { insertPayment, lockPayee } from './rows.ts'

/** Posts a payment. Throws 400 at a field, and 409 if a statement is not open or something must be confirmed. */
export function createPayment(
  database: Database,
  userId: string,
  values: NewPayment,
  request: Repeatable,
): Promise<Payment> {
  return createIdempotent(database, userId, request, (work) =>
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
  rejectOtherTotal(parts, values.amount)
  await confirmPosting(
    work,
    userId,
    values,
    statements.map(({ approvedOn }) => approvedOn),
    values.confirmed,
  )
  const { paidOn, method, reference, amount, note } = values
  const posting = { paidOn, method, reference, amount, note, replaces: null, ruleId: null }
  const payeeName = statements.at(-1)?.payeeName ?? null
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
  const paidTo = readPaidTo(values)
  const open = await readPayableStatements(work, userId, { payee: toKey(paidTo) })
  if (open.length === 0 && (await findPayeeName(work, userId, paidTo)) === null)
    throw unknownPayee(paidTo)
  return open.map(({ id }) => id)
}

/** The whole amount, oldest statement first. Throws 400 at the amount if less is open. */
function allocateOpen(statements: readonly PayableStatement[], amount: Amount): NewPart[] {
  const open = statements.filter(({ status }) => status === 'approved')
  const { parts, rest } = allocate(open, toCents(amount))
  if (rest > 0n) throw badField('amount', describeOpen(open))
  return parts
}

function describeOpen(open: readonly PayableStatement[]): string {
  return `Only ${formatMoney(addUp(open.map((statement) => statement.open)))} is open`
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

function rejectOtherTotal(parts: readonly NewPart[], amount: Amount): void {
  const total = toAmount(addUp(parts.map((part) => part.amount)))
  if (total !== amount)
    throw badField('amount', `The parts add up to ${formatMoney(toCents(total))}`)
}
