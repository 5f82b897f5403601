/** The values of a line that a request adds or changes (SPEC C1, C18). */
import {
  extraPayLabel,
  NO_EXTRA_PAY,
  type ExtraPayState,
  type ExtraPayType,
} from '#core/settlements/extra-pay.ts'
import type { ChangedLine, NewLine } from '#core/settlements/line-requests.ts'
import { computedAmount, lineFields, type Line, type LineValues } from '#core/settlements/lines.ts'
import { negate, toAmount, toCents, type Amount } from '#core/money.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import { badField } from '#server/errors.ts'
import { BLANK_LINE } from './rows.ts'

export type EditableValues = LineValues & ExtraPayState
export type NewValues = EditableValues & { kind: 'entered' | 'extra-pay' }

/** Throws 400 at a field. */
export function buildNewLine(request: NewLine, { settlementDate }: Settlement): NewValues {
  const { kind, amount, pay, credit, extraPay = null, subjectToPercent, ...given } = request
  const values = { ...BLANK_LINE, date: settlementDate, ...given }
  if (kind === 'extra-pay' || extraPay !== null) {
    if (amount) throw badField('amount', PAY_ONLY)
    const described = describeExtraPay(values, requireType(extraPay))
    const paid = requirePay(pay ?? requireAmount(values, 'pay'))
    return {
      ...described,
      kind: 'extra-pay',
      subjectToPercent: subjectToPercent ?? false,
      amount: negate(paid),
    }
  }
  if (given.category === undefined) throw badField('category', 'Category is required')
  if (pay) throw badField('extraPay', 'Type is required')
  rejectSubjectToPercent(subjectToPercent)
  const entered = { ...values, ...NO_EXTRA_PAY, category: given.category, kind: 'entered' as const }
  if (credit) return { ...entered, amount: toCredit(credit, amount) }
  return { ...entered, amount: amount ?? requireAmount(values, 'amount') }
}

/** A changed quantity or rate changes the amount, unless an amount is sent too. Throws 400 at a field. */
export function mergeChanges(line: Line, changes: ChangedLine): EditableValues {
  const { amount, pay, credit, extraPay, subjectToPercent, ...given } = changes
  const names = Object.keys(lineFields) as (keyof LineValues)[]
  const stored = Object.fromEntries(names.map((name) => [name, line[name]])) as LineValues
  const merged = { ...stored, ...given }
  const isCountChanged = given.quantity !== undefined || given.rate !== undefined
  if (line.extraPay !== null) {
    if (amount && amount !== line.amount) throw badField('amount', PAY_ONLY)
    const type = extraPay === undefined ? line.extraPay : requireType(extraPay)
    const described = describeExtraPay(withTypeText(merged, line.extraPay), type)
    const isSubject = subjectToPercent ?? line.subjectToPercent
    const paid = changePay(merged, { pay, stored: negate(line.amount), isCountChanged, amount })
    return { ...described, subjectToPercent: isSubject, amount: negate(paid) }
  }
  if (extraPay) throw badField('extraPay', NOT_EXTRA_PAY)
  if (pay) throw badField('pay', NOT_EXTRA_PAY)
  rejectSubjectToPercent(subjectToPercent)
  const values = { ...merged, ...NO_EXTRA_PAY }
  if (credit && line.kind !== 'entered')
    throw badField('credit', 'Only a line that was entered can be a reimbursement')
  if (credit) return { ...values, amount: toCredit(credit, amount) }
  if (amount || (amount === undefined && !isCountChanged))
    return { ...values, amount: amount ?? line.amount }
  if (amount === undefined && computedAmount(merged) === null) return values
  return { ...values, amount: requireAmount(merged, 'amount') }
}

const PAY_ONLY = 'Send extra pay as "pay", a positive amount'
const NOT_EXTRA_PAY = "This line isn't extra pay. Delete it and add extra pay."

type PayChange = {
  pay: Amount | null | undefined
  amount: Amount | null | undefined
  stored: Amount
  isCountChanged: boolean
}

/** The new amount of extra pay, a positive amount. Blank means quantity × rate. */
function changePay(values: LineValues, { pay, amount, stored, isCountChanged }: PayChange): Amount {
  if (pay) return requirePay(pay)
  const isStored = pay === undefined && (amount !== undefined || !isCountChanged)
  if (isStored || (pay === undefined && computedAmount(values) === null)) return stored
  return requirePay(requireAmount(values, 'pay'))
}

/** If the line has no description, its type is the description. */
function describeExtraPay<Values extends Partial<LineValues> & Pick<LineValues, 'description'>>(
  values: Values,
  extraPay: ExtraPayType,
) {
  const { category = 'other' } = values
  if (category !== 'other') throw badField('category', 'Extra pay must be in the category Other')
  const description = values.description ?? (extraPay === 'other' ? null : extraPayLabel(extraPay))
  return { ...values, category, description, extraPay }
}

/** Drops a description that only names the type: a line changed from detention to layover gets the new name. */
function withTypeText(values: LineValues, type: ExtraPayType): LineValues {
  return values.description === extraPayLabel(type) ? { ...values, description: null } : values
}

function requireType(type: ExtraPayType | null): ExtraPayType {
  if (type === null) throw badField('extraPay', 'Type is required')
  return type
}

function requirePay(pay: Amount): Amount {
  if (toCents(pay) <= 0n) throw badField('pay', 'Amount must be more than $0.00')
  return pay
}

function toCredit(credit: Amount, amount: Amount | null | undefined): Amount {
  if (toCents(credit) <= 0n) throw badField('credit', 'Amount must be more than $0.00')
  const value = negate(credit)
  if (amount && amount !== value)
    throw badField('credit', "Amount and credit don't agree. Send one of them.")
  return value
}

function rejectSubjectToPercent(subjectToPercent: boolean | undefined): void {
  if (subjectToPercent)
    throw badField('subjectToPercent', 'Only extra pay can be included in percentages')
}

/** Throws 400 at `field` if neither an amount nor both quantity and rate were sent. */
function requireAmount(
  line: Pick<LineValues, 'quantity' | 'rate'>,
  field: 'amount' | 'pay',
): Amount {
  const computed = computedAmount(line)
  if (computed === null) throw badField(field, 'Amount is required')
  return toAmount(computed)
}
