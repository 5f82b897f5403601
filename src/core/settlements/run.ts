/** The settlement run of a week: every truck with loads, and the exceptions to check before payment (SPEC C8). */
import { formatDay, type Day, type Period } from '#core/calendar.ts'
import { pluralize } from '#core/pluralize.ts'
import { formatMoney, percentChange, toAmount, toCents, type Amount } from '#core/money.ts'
import type { SettlementOffsets } from './offsets.ts'
import type { Settlement } from './settlement.ts'
import {
  describePreviousPayeeBalance,
  describePreviousPayee,
  describeChangedPayee,
  describeOpenCarryForward,
  type PreviousPayee,
  type ChangedPayee,
  type PreviousPayeeItems,
} from './previous-payee.ts'

/** A truck's revenue is an exception if it differs from the average by more than this. */
const UNUSUAL_PERCENT = 25n
export const WEEKS_COMPARED = 8

/** The facts about one truck and settlement date that exceptions are found from. */
export type RunFacts = {
  revenue: Amount
  net: Amount
  /** Revenue of the current loads. */
  loadsRevenue: Amount
  bolMissing: number
  hasOwner: boolean
  /** Number of the truck's loads that changed after their statement. */
  drifts: number
  /** What adjusting their statements would change the net by. */
  driftNet: Amount
  /** Per-mile or per-load deductions were computed from other miles or loads than the current ones. */
  miscounted: boolean
  /** Backup withholding was calculated from another gross pay, or was turned on or off since. */
  withholdingStale: boolean
  /** Flat deductions that an earlier settlement of the week has too. */
  repeated: { description: string; settlementDate: Day }[]
  /** The payee of the truck's last statement, if it differs (SPEC C10). */
  former: PreviousPayee | null
  /** Set if the settlement does not pay the truck's current payee. */
  changedPayee: ChangedPayee | null
  /** Open items of the truck's previous payees. */
  waiting: PreviousPayeeItems
  /** Revenue of the truck's loads in the weeks before, and the number of their settlement dates. */
  earlier: Amount
  earlierCount: number
  /** An amount was typed for "other" without a reason (SPEC C19). */
  unexplained: boolean
}

export type RunRow = {
  truckId: number
  truck: string
  settlementDate: Day
  /** Null: not saved yet. */
  billing: Pick<Settlement, 'id' | 'status' | 'number' | 'version'> | null
  loads: number
  revenue: Amount
  /** Total expenses: less the extra pay. */
  deductions: Amount
  /** A positive amount (SPEC C18). */
  extraPay: Amount
  net: Amount
  /** The loads changed after the settlement was saved: it must be recalculated. */
  stale: boolean
  /** Set if a saved settlement does not pay the truck's current payee. */
  changedPayee: ChangedPayee | null
  /** What to check before approval, as text. */
  exceptions: string[]
  /** The payee's settlements that are approved in one step with this one (SPEC C24). Null: none. */
  offsets: SettlementOffsets | null
}

export type Run = Period & { rows: RunRow[] }

export function findExceptions(facts: RunFacts): string[] {
  const { net, loadsRevenue, bolMissing, hasOwner, drifts, miscounted, withholdingStale } = facts
  const { former: previousPayee, changedPayee, waiting } = facts
  return [
    ...(changedPayee ? [describeChangedPayee(changedPayee)] : []),
    ...(previousPayee ? [describePreviousPayee(previousPayee)] : []),
    ...waiting.carries.map(describeOpenCarryForward),
    ...waiting.balances.map(describePreviousPayeeBalance),
    ...(bolMissing ? [`Missing ${pluralize(bolMissing, 'BOL')}`] : []),
    ...(hasOwner ? [] : ['No owner assigned']),
    ...(facts.unexplained ? ['“Other” has no reason'] : []),
    ...(toCents(net) < 0n ? ['Negative net'] : []),
    ...(isUnusual(facts) ? [describeUnusual(facts)] : []),
    ...(revenueDiffers(facts)
      ? [`Load total changed to ${formatMoney(toCents(loadsRevenue))}`]
      : []),
    ...(miscounted ? ['Deductions are out of date'] : []),
    ...(withholdingStale ? ['Backup withholding is out of date'] : []),
    ...facts.repeated.map(describeRepeated),
    ...(drifts ? [describeDrifts(drifts, facts.driftNet)] : []),
  ]
}

/** A truck without loads that has deductions due (SPEC C23). Its settlement is not saved yet. */
export function isIdle({ billing, loads }: Pick<RunRow, 'billing' | 'loads'>): boolean {
  return billing === null && loads === 0
}

/** Settlements that are offset follow the first of them, so that statement numbers rise in the order shown. */
export function sortByOffsets(rows: RunRow[]): RunRow[] {
  const sorted = new Set<RunRow>()
  for (const row of rows) {
    sorted.add(row)
    if (!row.offsets) continue
    const partners = new Set(row.offsets.partners.map(({ id }) => id))
    for (const other of rows) if (other.billing && partners.has(other.billing.id)) sorted.add(other)
  }
  return [...sorted]
}

export function isStale(facts: RunFacts): boolean {
  return revenueDiffers(facts) || facts.miscounted || facts.withholdingStale
}

/**
 * Rows by truck, each truck's by settlement date. Trucks can be processed in parallel. The dates of one truck cannot:
 * balances and carry-forwards of one settlement depend on the one before.
 */
export function groupByTruck<Row extends Pick<RunRow, 'truckId' | 'settlementDate'>>(
  rows: Row[],
): Row[][] {
  const trucks = Map.groupBy(rows, ({ truckId }) => truckId).values()
  return [...trucks].map((dates) =>
    dates.toSorted((one, other) => (one.settlementDate < other.settlementDate ? -1 : 1)),
  )
}

/** A deduction of a flat amount, by the key of its rule. */
export type FlatLine = { key: string; description: string }

/** By row: its flat deductions that an earlier row of the same truck has too (SPEC C15). */
export function findRepeated<
  Row extends Pick<RunRow, 'truckId' | 'settlementDate'> & { flat: FlatLine[] },
>(rows: Row[]): Map<Row, RunFacts['repeated']> {
  const repeated = new Map<Row, RunFacts['repeated']>()
  for (const dates of groupByTruck(rows)) {
    const first = new Map<string, Day>()
    for (const row of dates) {
      const before = row.flat.flatMap(({ key, description }) => {
        const settlementDate = first.get(key)
        return settlementDate === undefined ? [] : [{ description, settlementDate }]
      })
      repeated.set(row, before)
      const added = row.flat.filter(({ key }) => !first.has(key))
      added.forEach(({ key }) => first.set(key, row.settlementDate))
    }
  }
  return repeated
}

function describeRepeated({ description, settlementDate }: RunFacts['repeated'][number]): string {
  return `${description} is on the ${formatDay(settlementDate)} settlement of this week too`
}

/** Whether the revenue differs from the truck's average by more than 25%; false without earlier loads. */
export function isUnusual({ revenue, earlier, earlierCount }: RunFacts): boolean {
  const [total, weeks] = [toCents(earlier), BigInt(earlierCount)]
  const difference = toCents(revenue) * weeks - total
  return weeks > 0n && (difference < 0n ? -difference : difference) * 100n > total * UNUSUAL_PERCENT
}

/** "Gross 38% below 8-week average ($2,000.00)"; without a percentage if the average is $0.00. */
function describeUnusual({ revenue, earlier, earlierCount }: RunFacts): string {
  const weeks = BigInt(earlierCount)
  const change = percentChange(toCents(revenue) * weeks, toCents(earlier))
  const distance = change === null ? 'above' : formatPercentOff(change)
  const average = formatMoney(toCents(earlier) / weeks)
  return `Gross ${distance} ${WEEKS_COMPARED}-week average (${average})`
}

function formatPercentOff(change: number): string {
  return `${Math.round(Math.abs(change))}% ${change < 0 ? 'below' : 'above'}`
}

/** "2 loads changed after approval (-$220.00 to adjust)". */
function describeDrifts(count: number, net: Amount): string {
  const cents = toCents(net)
  const open = cents === 0n ? '' : ` (${formatMoney(cents)} to adjust)`
  return `${pluralize(count, 'load')} changed after approval${open}`
}

function revenueDiffers({ revenue, loadsRevenue }: RunFacts): boolean {
  return toCents(revenue) !== toCents(loadsRevenue)
}

export function sumColumn(
  rows: RunRow[],
  name: 'revenue' | 'deductions' | 'extraPay' | 'net',
): Amount {
  return toAmount(rows.reduce((total, row) => total + toCents(row[name]), 0n))
}
