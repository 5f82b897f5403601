/**
 * Restates a frozen statement (SPEC C7): the statement with current loads and its own frozen rates, minus the original
 * statement, minus earlier adjustments. The result is one line for revenue and one for each deduction that follows from it.
 */
import { addUp, formatMoney, toAmount, toCents, type Amount, type Cents } from '#core/money.ts'
import { pluralize } from '#core/pluralize.ts'
import { BASES, isFactoringBasis, type Basis } from '#core/settlements/bases.ts'
import {
  describeChange,
  describeDrift,
  openDelta,
  openDrift,
  type AdjustmentLine,
  type LoadDrift,
} from './drift.ts'
import { restateFees, type SettledFee } from './restate-fees.ts'
import { computeAmount, findRate, type FrozenLine, type Rate } from './frozen-rates.ts'

/** Sums over loads: cents, hundredths of a mile, loads. */
export type Shift = { revenue: Cents; miles: bigint; emptyMiles: bigint; loads: bigint }

export const NO_SHIFT: Shift = { revenue: 0n, miles: 0n, emptyMiles: 0n, loads: 0n }

export type FrozenStatement = {
  number: number
  /** The lines that rules made. */
  lines: FrozenLine[]
  /** What earlier adjustments of the statement's loads already settled. */
  adjusted: Shift
  /** The loads with open changes. */
  drifts: LoadDrift[]
  /** The part of the factoring fees that earlier adjustments settled, by load. */
  fees?: SettledFee[]
}

/** The lines of the adjustment; none if no amount changes. */
export function restate(statement: FrozenStatement): AdjustmentLine[] {
  const known = statement.lines.flatMap((line) => {
    if (isFactoringBasis(line.basis)) return []
    const rate = findRate(line)
    return rate === null || rate === 'missing' ? [] : [{ line, rate }]
  })
  const before = withFuel(statement.adjusted, known)
  const now = withFuel(addShifts(statement.adjusted, sumShifts(statement.drifts)), known)
  const deductions = known.map((rated) => restateLine(statement.number, rated, before, now))
  const all = [restateRevenue(statement), ...deductions, ...restateFees(statement)]
  return all.filter(({ amount }) => toCents(amount) !== 0n)
}

/** How much the adjustment changes the net. */
export function netOf(lines: Pick<AdjustmentLine, 'amount'>[]): Amount {
  return toAmount(-addUp(lines.map(({ amount }) => amount)))
}

/** "No rate on record, not adjusted: Fee, Trailer". */
export function describeUnrated(names: string): string {
  return `No rate on record, not adjusted: ${names}`
}

/** The names of the deductions that can't be restated: the records do not contain their rates. */
export function listUnrated(lines: FrozenLine[]): string[] {
  return lines.filter((line) => findRate(line) === 'missing').map(nameOf)
}

function nameOf({ description, category }: FrozenLine): string {
  return description ?? category
}

function restateRevenue({ number, drifts, lines }: FrozenStatement): AdjustmentLine {
  const open = drifts.filter((drift) => openDrift(drift) !== 0n)
  const amount = open.reduce((sum, drift) => sum - openDrift(drift), 0n)
  const names = listUnrated(lines).join(', ')
  const note = names ? `. ${describeUnrated(names)}` : ''
  const description = describeLoads(open, number) + note
  const revenue = { restates: null, adjustsPay: false, description, formula: null }
  return { ...revenue, ...NO_LOAD, amount: toAmount(amount) }
}

const NO_LOAD = { loadId: null, reference: null }
const MAX_NAMED_LOADS = 8

function describeLoads(drifts: LoadDrift[], number: number): string {
  const [first] = drifts
  if (first && drifts.length === 1) return describeDrift(first)
  const named = drifts.slice(0, MAX_NAMED_LOADS).map((drift) => {
    const corrected = toCents(drift.corrected)
    const earlier = corrected ? ` (already adjusted by ${formatMoney(corrected)})` : ''
    return `${drift.load} ${describeChange(drift)}${earlier}`
  })
  const rest = drifts.length - named.length
  const all = rest > 0 ? [...named, pluralize(rest, 'more load')] : named
  return `Loads changed after statement ${number}: ${all.join('; ')}`
}

type RatedLine = { line: FrozenLine; rate: Rate }

type ShiftWithFuel = Shift & { fuel: Cents }

/** Adds the change of the restated fuel lines, because percentages after fuel depend on it. */
function withFuel(shift: Shift, known: RatedLine[]): ShiftWithFuel {
  const changes = known
    .filter(({ line, rate }) => line.category === 'fuel' && rate.basis !== 'percent-after-fuel')
    .map(({ line, rate }) => {
      const shifted = shiftFigure(rate, { ...shift, fuel: 0n })
      return computeAmount(shifted) - toCents(line.amount)
    })
  return { ...shift, fuel: changes.reduce((sum, change) => sum + change, 0n) }
}

function restateLine(
  number: number,
  { line, rate }: RatedLine,
  adjusted: ShiftWithFuel,
  now: ShiftWithFuel,
): AdjustmentLine {
  const [before, after] = [shiftFigure(rate, adjusted), shiftFigure(rate, now)]
  const amount = computeAmount(after) - toCents(line.amount) - toCents(line.adjusted)
  return {
    restates: line.id,
    adjustsPay: rate.isPay,
    description: `${nameOf(line)}, adjusts statement ${number}`,
    formula: `${formatRate(after)}, was ${formatRate(before)}`,
    ...NO_LOAD,
    amount: toAmount(amount),
  }
}

/** How much the figure of each basis changes. */
const FOLLOWS: Record<Basis, (shift: ShiftWithFuel) => bigint> = {
  percent: ({ revenue }) => revenue,
  'percent-after-fuel': ({ revenue, fuel }) => revenue - fuel,
  // It is not restated.
  'percent-of-net': () => 0n,
  fixed: () => 0n,
  'per-empty-mile': ({ emptyMiles }) => emptyMiles,
  'per-mile': ({ miles }) => miles,
  'per-load': ({ loads }) => loads * 100n,
  // `restateFees` restates them, by load.
  'factored-percent': () => 0n,
  'factoring-fee': () => 0n,
}

function shiftFigure(rate: Rate, shift: ShiftWithFuel): Rate {
  const figure = toAmount(toCents(rate.figure) + FOLLOWS[rate.basis](shift))
  return { ...rate, figure }
}

function formatRate({ basis, value, figure }: Rate): string {
  return BASES[basis].formula(value, figure)
}

function sumShifts(drifts: LoadDrift[]): Shift {
  const deltas = drifts.map(openDelta)
  return {
    revenue: addUp(deltas.map(({ revenue }) => revenue)),
    miles: addUp(deltas.map(({ miles }) => miles)),
    emptyMiles: addUp(deltas.map(({ emptyMiles }) => emptyMiles)),
    loads: deltas.reduce((sum, { loads }) => sum + BigInt(loads), 0n),
  }
}

function addShifts(one: Shift, other: Shift): Shift {
  return {
    revenue: one.revenue + other.revenue,
    miles: one.miles + other.miles,
    emptyMiles: one.emptyMiles + other.emptyMiles,
    loads: one.loads + other.loads,
  }
}
