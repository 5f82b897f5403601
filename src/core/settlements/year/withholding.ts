/** Backup withholding: a percentage of gross pay that the carrier withholds for the IRS (SPEC C25, C320). */
import type { Day } from '#core/calendar.ts'
import { formatRate, percentOf } from '#core/decimals.ts'
import {
  formatMoney,
  formatQuantity,
  notNegative,
  toAmount,
  toCents,
  type Amount,
  type Cents,
} from '#core/money.ts'
import type { Computation } from '#core/settlements/formula.ts'

/** Sorted by first day, latest first. 26 USC 3406(a)(1): 24% since Public Law 115-97, before that 28%. */
const RATES: readonly { from: Day; percent: Amount }[] = [
  { from: '2018-01-01', percent: '24.00' },
  { from: '0000-01-01', percent: '28.00' },
]

const WITHHOLDING_LABEL = 'Backup withholding'

export type WithholdingLine = Computation & {
  kind: 'withholding'
  category: 'other'
  description: string
  amount: Amount
  /** Null: the amount is the percentage of the gross pay alone. */
  formula: string | null
}

/**
 * What the tax is withheld from, in cents. `grossPay`: loads and extra pay. `adjusted`: what adjustments add to gross pay.
 * `before`: what other statements of the year withheld too little from; negative: too much.
 */
export type WithholdingBase = { grossPay: Cents; adjusted: Cents; before: Cents }

/** Nothing is withheld from an amount below zero: it reduces the next base. Null if there is no pay and no adjustment. */
export function buildWithholding(
  base: WithholdingBase,
  settlementDate: Day,
): WithholdingLine | null {
  const { grossPay, adjusted, before } = base
  if (grossPay + adjusted === 0n) return null
  const percent = RATES.find(({ from }) => from <= settlementDate)?.percent ?? '0.00'
  const withheldFrom = notNegative(grossPay + adjusted + before)
  return {
    kind: 'withholding',
    category: 'other',
    description: WITHHOLDING_LABEL,
    amount: toAmount(percentOf(withheldFrom, percent)),
    basis: 'percent',
    basisValue: percent,
    basisFigure: toAmount(withheldFrom),
    formula: explainBase(base, percent, withheldFrom),
  }
}

/** "24% × $1,500.00 ($2,000.00 gross pay, less $500.00 adjustments)". Null if the base is the gross pay. */
function explainBase(
  { grossPay, adjusted, before }: WithholdingBase,
  percent: Amount,
  withheldFrom: Cents,
): string | null {
  if (adjusted === 0n && before === 0n) return null
  const parts = [
    `${formatMoney(grossPay)} gross pay`,
    ...explainPart(adjusted, 'adjustments'),
    ...explainPart(before, 'from earlier statements'),
  ]
  const product = `${formatQuantity(percent)}% × ${formatRate(toAmount(withheldFrom))}`
  return `${product} (${parts.join(', ')})`
}

function explainPart(cents: Cents, name: string): string[] {
  if (cents === 0n) return []
  return [cents < 0n ? `less ${formatMoney(-cents)} ${name}` : `plus ${formatMoney(cents)} ${name}`]
}

/** A settlement of a payee with backup withholding. Draft or statement, not void. `base`: null if nothing was withheld. */
export type WithheldSettlement = {
  id: number
  payee: string
  settlementDate: Day
  isFrozen: boolean
  grossPay: Amount
  adjusted: Amount
  base: Amount | null
}

type Withheld = Pick<WithheldSettlement, 'payee' | 'settlementDate'> & { id: number | null }

/**
 * What other settlements of the payee in the same year withheld too little from; negative: too much. A load that was
 * reduced by more than a statement's pay leaves such an amount. Statements count, and drafts that come first, which are
 * expected to be approved first.
 */
export function findBefore(settlement: Withheld, others: readonly WithheldSettlement[]): Cents {
  const counted = others.filter(
    (other) =>
      other.payee === settlement.payee &&
      other.id !== settlement.id &&
      other.settlementDate.slice(0, 4) === settlement.settlementDate.slice(0, 4) &&
      (other.isFrozen || comesFirst(other, settlement)),
  )
  return counted.reduce((sum, { grossPay, adjusted, base }) => {
    if (base === null) return sum
    return sum + toCents(grossPay) + toCents(adjusted) - toCents(base)
  }, 0n)
}

/** An unsaved settlement comes after the drafts of its date. */
function comesFirst(other: WithheldSettlement, { id, settlementDate }: Withheld): boolean {
  if (other.settlementDate !== settlementDate) return other.settlementDate < settlementDate
  return id === null || other.id < id
}

/** Whether a draft withholds a different amount than its pay and payee require. `base`: null without backup withholding. */
export function isWithholdingStale({
  base,
  settlementDate,
  withheld,
}: {
  base: WithholdingBase | null
  settlementDate: Day
  withheld: Amount
}): boolean {
  const expected = base ? buildWithholding(base, settlementDate) : null
  return toCents(withheld) !== toCents(expected?.amount ?? '0.00')
}
