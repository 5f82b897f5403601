/** The rates of a frozen statement's lines. Lines from before the columns have only the text of their formula. */
import type { Amount } from '#core/money.ts'
import { toCents } from '#core/money.ts'
import { BASES, NOT_FACTORED, type Basis } from '#core/settlements/bases.ts'
import { isExtraPay } from '#core/settlements/extra-pay.ts'
import type { Computation } from '#core/settlements/formula.ts'

/** A rule's line of a frozen statement. */
export type FrozenLine = Computation & {
  id: number
  kind: string
  category: string
  description: string | null
  amount: Amount
  formula: string | null
  byHand: boolean
  skipped: boolean
  /** The total of the line's rule. If it is set, the line is an installment. */
  total: Amount | null
  /** The net that the line's rule leaves to the payee. A line with a floor is not restated. */
  netFloor?: Amount | null
  /** The total of the adjustment lines that restate this line. */
  adjusted: Amount
  /** Set for a line of a factoring fee. */
  ruleId?: number | null
  loadId?: number | null
  reference?: string | null
  limited?: boolean
}

/** `isPay`: the line is recurring extra pay, so its amount is negative. */
export type Rate = { basis: Basis; value: Amount; figure: Amount; isPay: boolean }

const NUMBER = '([\\d,]+(?:\\.\\d+)?)'
/** "12% × $6,250.00", "2,450 mi × $0.60", "6 loads × $25.00": all forms that statements print. */
const FORMS: { basis: Basis; form: RegExp; valueFirst: boolean }[] = [
  { basis: 'percent', form: new RegExp(`^${NUMBER}% × (-?)\\$${NUMBER}$`), valueFirst: true },
  { basis: 'per-mile', form: new RegExp(`^${NUMBER} mi × (-?)\\$${NUMBER}$`), valueFirst: false },
  {
    basis: 'per-load',
    form: new RegExp(`^${NUMBER} loads? × (-?)\\$${NUMBER}$`),
    valueFirst: false,
  },
]

/** Formulas of lines that are never restated: flat amounts, installments, edited and skipped lines. */
const NOT_RESTATED =
  /^(?:fixed |flat |instalment |installment |skipped)|, \$[\d,.]+ of \$|, (?:changed by hand|edited)$/

/**
 * The rate to restate a line by. Null: the line stays as it is. `missing`: the records do not contain its rate, so only
 * revenue is adjusted.
 */
export function findRate(line: FrozenLine): Rate | 'missing' | null {
  if (line.byHand || line.skipped || line.total !== null || line.netFloor) return null
  const rate = line.basis ? toRate(line) : parseFormula(line.formula)
  if (rate === null || rate === 'missing') return rate
  // A line that a limit reduced is not rate × figure: it stays.
  return computeAmount(rate) === toCents(line.amount) ? rate : null
}

export function computeAmount({ basis, value, figure, isPay }: Rate): bigint {
  const count = toCents(figure)
  const counts = { miles: count, emptyMiles: count, loads: Number(count / 100n) }
  const figures = { revenue: count, afterFuel: count, net: count, ...counts, ...NOT_FACTORED }
  const amount = BASES[basis].amount(figures, value)
  return isPay ? -amount : amount
}

function toRate({ basis, basisValue, basisFigure, kind }: FrozenLine): Rate | 'missing' | null {
  if (!basis || !basisValue || basisFigure === null) return null
  // Fuel was more than the revenue: the records do not contain by how much.
  if (basis === 'percent-after-fuel' && toCents(basisFigure) === 0n) return 'missing'
  return { basis, value: basisValue, figure: basisFigure, isPay: isExtraPay({ kind }) }
}

function parseFormula(formula: string | null): Rate | 'missing' | null {
  if (formula !== null && NOT_RESTATED.test(formula)) return null
  for (const { basis, form, valueFirst } of FORMS) {
    const [, first, sign, second] = form.exec(formula ?? '') ?? []
    if (!first || !second) continue
    const [left, right] = [readNumber(first), readNumber(`${sign}${second}`)]
    const [value, figure] = valueFirst ? [left, right] : [right, left]
    return { basis, value, figure, isPay: false }
  }
  return 'missing'
}

function readNumber(text: string): Amount {
  return text.replaceAll(',', '')
}
