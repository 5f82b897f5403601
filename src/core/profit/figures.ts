/** The figures of a row of profit: sums in cents and hundredths of a mile, and the ratios of these sums (SPEC C582, C583). */
import { z } from 'zod'
import { divideRounded, toAmount, toCents, type Amount, type Cents } from '#core/money.ts'

/** Sums. They are added first and divided last: a ratio is never the average of ratios. */
const SUMS = [
  /** What brokers are billed. */
  'gross',
  /** Hundredths of a mile. */
  'miles',
  'emptyMiles',
  /** Gross and empty miles of the loads that have miles: ratios by mile count only these. */
  'measuredGross',
  'measuredEmpty',
  /** The share of owners and drivers in the loads, and their extra pay. */
  'paid',
  /** Percentages and flat fees that their statements deduct, and the carrier keeps. */
  'kept',
  /** What statements charge back for costs that are counted. */
  'chargedBack',
  /** Typed costs, and card purchases of the carrier's own trucks. */
  'costs',
] as const

const COUNTS = ['loads', 'withoutDay', 'withoutMiles', 'notSettled'] as const

export type ProfitSums = Record<(typeof SUMS)[number], bigint> &
  Record<(typeof COUNTS)[number], number>

export function noSums(): ProfitSums {
  return {
    ...(Object.fromEntries(SUMS.map((name) => [name, 0n])) as Record<
      (typeof SUMS)[number],
      bigint
    >),
    loads: 0,
    withoutDay: 0,
    withoutMiles: 0,
    notSettled: 0,
  }
}

export function addSums(all: Iterable<Partial<ProfitSums>>): ProfitSums {
  const total = noSums()
  for (const one of all) {
    for (const name of SUMS) total[name] += one[name] ?? 0n
    for (const name of COUNTS) total[name] += one[name] ?? 0
  }
  return total
}

type MarginParts = Pick<ProfitSums, 'gross' | 'paid' | 'kept' | 'chargedBack' | 'costs'>

/** What is left for the carrier: a charge-back counts only above its cost, because the cost is counted too (SPEC C583). */
export function findMargin({ gross, paid, kept, chargedBack, costs }: MarginParts): Cents {
  return gross - paid + kept + chargedBack - costs
}

const amount = z.string().describe('Dollars with two decimals: "1234.50"') as z.ZodType<Amount>
const distance = z.string().describe('Miles with two decimals: "781.00"') as z.ZodType<Amount>
const perMile = amount.nullable().describe('Dollars a mile; null without miles')
const percent = z.number().nullable().describe('With one decimal; null without a base')

export const figureFields = {
  gross: amount,
  loads: z.int(),
  miles: distance,
  emptyMiles: distance,
  allMiles: distance,
  perLoadedMile: perMile,
  perMile,
  deadhead: percent.describe('Empty miles in percent of all miles'),
  paid: amount,
  kept: amount,
  chargedBack: amount,
  costs: amount,
  margin: amount,
  marginPercent: percent.describe('Margin in percent of gross'),
  withoutDay: z.int().describe('Loads without a delivery day: they count by settlement date'),
  withoutMiles: z.int().describe('Loads without miles: no figure by mile counts them'),
  notSettled: z
    .int()
    .describe('Loads on no settlement: what their owner or driver costs is not complete'),
}

const figuresSchema = z.object(figureFields)

export type ProfitFigures = z.output<typeof figuresSchema>

export function toFigures(sums: ProfitSums): ProfitFigures {
  const { gross, miles, emptyMiles, measuredGross, measuredEmpty, loads } = sums
  const margin = findMargin(sums)
  return {
    gross: toAmount(gross),
    loads,
    miles: toAmount(miles),
    emptyMiles: toAmount(emptyMiles),
    allMiles: toAmount(miles + emptyMiles),
    perLoadedMile: divideByMiles(measuredGross, miles),
    perMile: divideByMiles(measuredGross, miles + measuredEmpty),
    deadhead: toPercent(emptyMiles, miles + emptyMiles),
    paid: toAmount(sums.paid),
    kept: toAmount(sums.kept),
    chargedBack: toAmount(sums.chargedBack),
    costs: toAmount(sums.costs),
    margin: toAmount(margin),
    marginPercent: toPercent(margin, gross),
    withoutDay: sums.withoutDay,
    withoutMiles: sums.withoutMiles,
    notSettled: sums.notSettled,
  }
}

/** Cents over hundredths of a mile: dollars a mile, rounded once. */
export function divideByMiles(cents: Cents, miles: bigint): Amount | null {
  return miles > 0n ? toAmount(divideRounded(cents * 100n, miles)) : null
}

/** Like `percentChange`: one decimal, rounded half away from zero; null without a base. */
function toPercent(part: bigint, of: bigint): number | null {
  return of > 0n ? Number(divideRounded(part * 1000n, of)) / 10 : null
}

/** The difference of two rates; null if one is missing. */
export function compareRates(rate: Amount | null, other: Amount | null): Cents | null {
  return rate === null || other === null ? null : toCents(rate) - toCents(other)
}
