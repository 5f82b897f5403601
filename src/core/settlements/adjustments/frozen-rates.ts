/** The rates of a frozen statement's lines (SPEC C17). */
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

/**
 * The rate to restate a line by. Null: the line stays as it is. `missing`: the records do not contain its figure, so it is
 * not adjusted, and the adjustment says so.
 */
export function findRate(line: FrozenLine): Rate | 'missing' | null {
  if (line.byHand || line.skipped || line.total !== null || line.netFloor) return null
  const rate = toRate(line)
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
