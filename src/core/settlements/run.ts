/** A pay day: every truck that has loads for a week, and what to look at before it is paid (SPEC C8). */
import type { Day, Period } from '#core/calendar.ts'
import { pluralize } from '#core/pluralize.ts'
import { formatMoney, toAmount, toCents, type Amount } from '#core/money.ts'
import type { Settlement } from './settlement.ts'
import {
  describePreviousOwnerBalance,
  describePreviousPayee,
  describeChangedOwner,
  describeOpenCarryForward,
  type PreviousPayee,
  type ChangedOwner,
  type PreviousOwnerItems,
} from './previous-owner.ts'

/** How far off its average a truck's revenue may be before somebody should look, in hundredths. */
const UNUSUAL = 25n
export const WEEKS_COMPARED = 8

/** What is known of one truck and settlement date. */
export type RunFacts = {
  revenue: Amount
  net: Amount
  loadsRevenue: Amount
  bolMissing: number
  hasOwner: boolean
  drifts: number
  /** Rules counted other miles or loads than the loads have today. */
  miscounted: boolean
  /** Whom the truck's last statement paid, where that is another (SPEC C10). */
  former: PreviousPayee | null
  otherOwner: ChangedOwner | null
  /** What is left with the truck's former owners. */
  waiting: PreviousOwnerItems
  /** The revenue of its settlements of the weeks before, and how many they were. */
  earlier: Amount
  earlierCount: number
}

export type RunRow = {
  truckId: number
  truck: string
  settlementDate: Day
  /** Null: nothing is saved yet. */
  billing: Pick<Settlement, 'id' | 'status' | 'number' | 'version'> | null
  loads: number
  revenue: Amount
  deductions: Amount
  net: Amount
  /** Its loads are others than it was saved with: it has to be recalculated. */
  stale: boolean
  /** What somebody should look at first; a clean row has none. */
  flags: string[]
}

export type Run = Period & { rows: RunRow[] }

/** What somebody should look at before it is paid; none of a clean row (SPEC C8). */
export function findExceptions(facts: RunFacts): string[] {
  const { net, loadsRevenue, bolMissing, hasOwner, drifts, former, waiting, miscounted } = facts
  const { otherOwner } = facts
  return [
    ...(otherOwner ? [describeChangedOwner(otherOwner)] : []),
    ...(former ? [describePreviousPayee(former)] : []),
    ...waiting.carries.map(describeOpenCarryForward),
    ...waiting.balances.map(describePreviousOwnerBalance),
    ...(bolMissing ? [`${pluralize(bolMissing, 'BOL')} missing`] : []),
    ...(hasOwner ? [] : ['No owner']),
    ...(toCents(net) < 0n ? ['Net below zero'] : []),
    ...(isUnusual(facts) ? [`Revenue far from its average of ${formatAverage(facts)}`] : []),
    ...(revenueDiffers(facts) ? [`Loads add up to ${formatMoney(toCents(loadsRevenue))}`] : []),
    ...(miscounted ? ['Miles or loads changed since they were deducted for'] : []),
    ...(drifts ? [`${pluralize(drifts, 'load')} changed after a statement`] : []),
  ]
}

/** It was saved with other loads than today's. */
export function isStale(facts: RunFacts): boolean {
  return revenueDiffers(facts) || facts.miscounted
}

/**
 * A truck's dates one after the other: what one takes of a balance, or carries, the next one starts from.
 * Trucks may go side by side.
 */
export function groupByTruck<Row extends Pick<RunRow, 'truckId' | 'settlementDate'>>(
  rows: Row[],
): Row[][] {
  const trucks = Map.groupBy(rows, ({ truckId }) => truckId).values()
  return [...trucks].map((dates) =>
    dates.toSorted((one, other) => (one.settlementDate < other.settlementDate ? -1 : 1)),
  )
}

/** More than 25 % off the average of the weeks before; never where there were none. */
export function isUnusual({ revenue, earlier, earlierCount }: RunFacts): boolean {
  const [sum, weeks] = [toCents(earlier), BigInt(earlierCount)]
  const off = toCents(revenue) * weeks - sum
  return weeks > 0n && (off < 0n ? -off : off) * 100n > sum * UNUSUAL
}

function revenueDiffers({ revenue, loadsRevenue }: RunFacts): boolean {
  return toCents(revenue) !== toCents(loadsRevenue)
}

function formatAverage({ earlier, earlierCount }: RunFacts): string {
  return formatMoney(toCents(earlier) / BigInt(earlierCount))
}

/** The sum of a column over rows. */
export function sumColumn(rows: RunRow[], name: 'revenue' | 'deductions' | 'net'): Amount {
  return toAmount(rows.reduce((sum, row) => sum + toCents(row[name]), 0n))
}
