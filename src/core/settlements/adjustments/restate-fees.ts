/**
 * Restates the factoring fees of a frozen statement, load by load (SPEC C237): the fee with current factoring and the
 * statement's own rates, minus what the statement and earlier adjustments already deducted for the load.
 */
import { addUp, toAmount, toCents, type Amount, type Cents } from '#core/money.ts'
import { BASES, isFactoringBasis, type Basis } from '#core/settlements/bases.ts'
import { nameReference } from '#core/settlements/deductions/factoring-rules.ts'
import { openDelta, type AdjustmentLine, type LoadDrift } from './drift.ts'
import type { FrozenLine } from './frozen-rates.ts'

/** What earlier adjustments settled for a load: its figures, and the amount by rule. */
export type SettledFee = {
  loadId: number
  /** The number of the load. */
  load: string
  factored: Amount
  fee: Amount
  byRule: { ruleId: number; amount: Amount }[]
}

type Statement = {
  number: number
  lines: FrozenLine[]
  drifts: LoadDrift[]
  fees?: SettledFee[]
}

/** A load with its figures after earlier adjustments and its current figures, in cents. */
type ChangedLoad = {
  loadId: number
  load: string
  factoring: string | null
  settled: SettledFee | undefined
  open: Record<FeeFigure, Cents>
}

type FeeFigure = 'factored' | 'fee'

const FIGURES: Partial<Record<Basis, FeeFigure>> = {
  'factored-percent': 'factored',
  'factoring-fee': 'fee',
}

/** Restates the fees of a statement. Lines of $0.00 are included. */
export function restateFees(statement: Statement): AdjustmentLine[] {
  const fees = statement.lines.filter(({ basis }) => isFactoringBasis(basis))
  if (fees.length === 0) return []
  const byRule = Map.groupBy(fees, ({ ruleId }) => ruleId ?? 0)
  const loads = listLoads(statement)
  return [...byRule].flatMap(([ruleId, lines]) =>
    loads.flatMap((load) => restateFee(statement.number, ruleId, lines, load) ?? []),
  )
}

/** Lists the changed loads. If rounding is open, also lists the loads that earlier adjustments settled. */
function listLoads({ drifts, fees = [] }: Statement): ChangedLoad[] {
  const changed = drifts.filter(({ loadId }) => loadId !== 0)
  const isRoundingOpen = changed.length < drifts.length
  const others = isRoundingOpen
    ? fees.filter(({ loadId }) => !changed.some((drift) => drift.loadId === loadId))
    : []
  return [
    ...changed.map((drift) => {
      const { factored, fee } = openDelta(drift)
      return {
        loadId: drift.loadId,
        load: drift.load,
        factoring: drift.factoring,
        settled: fees.find(({ loadId }) => loadId === drift.loadId),
        open: { factored: toCents(factored), fee: toCents(fee) },
      }
    }),
    ...others.map((settled) => ({
      loadId: settled.loadId,
      load: settled.load,
      factoring: null,
      settled,
      open: { factored: 0n, fee: 0n },
    })),
  ]
}

/** Null if the line of the load or of the rule stays as it is, because it was edited, skipped or limited by the net. */
function restateFee(
  number: number,
  ruleId: number,
  lines: FrozenLine[],
  { loadId, load, factoring, settled, open }: ChangedLoad,
): AdjustmentLine | null {
  const own = lines.find((line) => line.loadId === loadId)
  const line = own ?? lines.find((other) => other.loadId === null)
  const rate = line ? findFeeRate(line) : null
  if (!line || !rate) return null
  const { basis, value, figure } = rate
  const stated = toCents(own?.basisFigure ?? '0.00') + toCents(settled?.[figure] ?? '0.00')
  const [before, after] = [stated, stated + open[figure]]
  const taken = (settled?.byRule ?? []).filter(({ ruleId: id }) => id === ruleId)
  const earlier = addUp(taken.map(({ amount }) => amount)) + toCents(own?.amount ?? '0.00')
  const { amount, formula } = BASES[basis]
  const fee = { ...NO_FIGURES, factored: after, fee: after }
  const format = (cents: Cents) => formula(value, toAmount(cents))
  return {
    restates: line.id,
    adjustsPay: false,
    loadId,
    reference:
      (factoring === null && own?.reference) || nameReference({ load, reference: factoring }),
    description: `${line.description ?? line.category}, adjusts statement ${number}`,
    formula: `${format(after)}, was ${format(before)}`,
    amount: toAmount(amount(fee, value) - earlier),
  }
}

type FeeRate = { basis: Basis; value: Amount; figure: FeeFigure }

/** The rate to restate a line's fee by; null if the line stays. */
function findFeeRate(line: FrozenLine): FeeRate | null {
  const { basis, basisValue: value } = line
  const figure = basis ? FIGURES[basis] : undefined
  return basis && value && figure && !isKept(line) ? { basis, value, figure } : null
}

/** Whether a line stays as it is. The rule's own line has no load, so a limit does not count for it. */
function isKept({ byHand, skipped, limited, loadId }: FrozenLine): boolean {
  return byHand || skipped || (loadId !== null && limited === true)
}

const NO_FIGURES = { revenue: 0n, miles: 0n, emptyMiles: 0n, loads: 0, afterFuel: 0n, net: 0n }
