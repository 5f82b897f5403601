/** Backup withholding: a percentage of gross pay that the carrier withholds for the IRS (SPEC C25). */
import type { Day } from '#core/calendar.ts'
import { percentOf } from '#core/decimals.ts'
import { toAmount, toCents, type Amount, type Cents } from '#core/money.ts'
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
}

/** `gross`: loads and extra pay, in cents. Null if nothing is withheld. */
export function buildWithholding(gross: Cents, settlementDate: Day): WithholdingLine | null {
  const percent = RATES.find(({ from }) => from <= settlementDate)?.percent ?? '0.00'
  const amount = percentOf(gross, percent)
  if (amount <= 0n) return null
  return {
    kind: 'withholding',
    category: 'other',
    description: WITHHOLDING_LABEL,
    amount: toAmount(amount),
    basis: 'percent',
    basisValue: percent,
    basisFigure: toAmount(gross),
  }
}

/** Whether a draft withholds a different amount than its gross pay and payee require. */
export function isWithholdingStale({
  isWithheld,
  gross,
  settlementDate,
  withheld,
}: {
  isWithheld: boolean
  gross: Amount
  settlementDate: Day
  withheld: Amount
}): boolean {
  const expected = isWithheld ? buildWithholding(toCents(gross), settlementDate) : null
  return toCents(withheld) !== toCents(expected?.amount ?? '0.00')
}
