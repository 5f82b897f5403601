/** Splits a statement between the years in which its money counts (SPEC C9). Amounts are cents. */
import type { Day } from '#core/calendar.ts'
import { divideRounded, toAmount, type Amount, type Cents } from '#core/money.ts'

/** The figures of a statement that a payment covers a part of. Deductions are the rest. */
const SPLIT = ['gross', 'extraPay', 'adjustments', 'reimbursements', 'withheld', 'net'] as const

/**
 * Gross is loads, extra pay and adjustments. Gross plus reimbursements, less deductions and the withheld tax, is the
 * net. The net of a part is the part's amount of money.
 */
export type YearFigures = Record<(typeof SPLIT)[number] | 'deductions', Cents>

/** A live part of a payment. `appliedOn`: set if the money was unapplied before. */
export type CountedPart = { id: number; amount: Cents; paidOn: Day; appliedOn: Day | null }

export type CountedStatement = {
  /** The figures without deductions, which follow from the others. */
  figures: Omit<YearFigures, 'deductions'>
  parts: readonly CountedPart[]
  /** The day of a paid statement that no payment covers: a net of 0.00, or a payment without a record. */
  paidOn: Day | null
}

/**
 * What counts on a day. `money`: money that was applied in a later year; `rest`: the rest of its part, in that later year.
 * `part`: null if no payment covers the statement.
 */
export type Counted = {
  kind: 'whole' | 'money' | 'rest'
  day: Day
  part: CountedPart | null
  figures: YearFigures
}

export const NO_FIGURES: YearFigures = {
  gross: 0n,
  extraPay: 0n,
  adjustments: 0n,
  reimbursements: 0n,
  deductions: 0n,
  withheld: 0n,
  net: 0n,
}

/**
 * Everything that counts for a statement, by day. The money of a part counts on the day of its payment. If it was unapplied,
 * the rest of the part's figures count on the day on which it was applied.
 */
export function countStatement({ figures, parts, paidOn }: CountedStatement): Counted[] {
  if (parts.length === 0)
    return paidOn === null
      ? []
      : [{ kind: 'whole', day: paidOn, part: null, figures: withDeductions(figures) }]
  const ordered = parts.toSorted((one, other) => compareDays(one, other))
  const covered = ordered.reduce((sum, { amount }) => sum + amount, 0n)
  let left = figures
  return ordered.flatMap((part, index) => {
    const isLast = index === ordered.length - 1 && covered === figures.net
    const share = isLast ? left : takeShare(figures, part.amount)
    left = mapFigures((name) => left[name] - share[name])
    return countPart(part, withDeductions(share))
  })
}

export function addFigures(all: Iterable<YearFigures>): YearFigures {
  const sum = { ...NO_FIGURES }
  for (const figures of all)
    for (const name of [...SPLIT, 'deductions'] as const) sum[name] += figures[name]
  return sum
}

export function toAmounts(figures: YearFigures): Record<keyof YearFigures, Amount> {
  return {
    gross: toAmount(figures.gross),
    extraPay: toAmount(figures.extraPay),
    adjustments: toAmount(figures.adjustments),
    reimbursements: toAmount(figures.reimbursements),
    deductions: toAmount(figures.deductions),
    withheld: toAmount(figures.withheld),
    net: toAmount(figures.net),
  }
}

function countPart(part: CountedPart, figures: YearFigures): Counted[] {
  const { amount, paidOn } = part
  const appliedOn = findPaidDay(part)
  if (appliedOn.slice(0, 4) === paidOn.slice(0, 4))
    return [{ kind: 'whole', day: paidOn, part, figures }]
  const money = { ...NO_FIGURES, gross: amount, net: amount }
  const { gross, net, ...others } = figures
  const rest = { ...others, gross: gross - amount, net: net - amount }
  return [
    { kind: 'money', day: paidOn, part, figures: money },
    { kind: 'rest', day: appliedOn, part, figures: rest },
  ]
}

/** The day on which a part covers its statement. Money that is paid later than it is applied counts when it is paid. */
function findPaidDay({ paidOn, appliedOn }: Pick<CountedPart, 'paidOn' | 'appliedOn'>): Day {
  return appliedOn === null || appliedOn < paidOn ? paidOn : appliedOn
}

function compareDays(one: CountedPart, other: CountedPart): number {
  const [first, second] = [findPaidDay(one), findPaidDay(other)]
  if (first === second) return one.id - other.id
  return first < second ? -1 : 1
}

/** A part of the figures in proportion to the money. Each figure is rounded half away from zero. */
function takeShare(figures: CountedStatement['figures'], amount: Cents) {
  return mapFigures((name) =>
    name === 'net' ? amount : divideRounded(figures[name] * amount, figures.net),
  )
}

function withDeductions(figures: CountedStatement['figures']): YearFigures {
  const { gross, reimbursements, withheld, net } = figures
  return { ...figures, deductions: gross + reimbursements - withheld - net }
}

function mapFigures(toCents: (name: (typeof SPLIT)[number]) => Cents) {
  const entries = SPLIT.map((name) => [name, toCents(name)] as const)
  return Object.fromEntries(entries) as CountedStatement['figures']
}
