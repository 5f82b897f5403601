/** Loads that changed after their statement was approved (SPEC C7). */
import type { Day } from '#core/calendar.ts'
import { addUp, formatMoney, formatQuantity, toAmount, toCents, type Amount } from '#core/money.ts'

export const LOAD_CHANGES = ['changed', 'deleted', 'moved', 'added'] as const

/** A load that differs from its frozen statement, or whose change is adjusted only in part. */
export type LoadDrift = {
  billingId: number
  number: number
  truckId: number
  settlementDate: Day
  /** 0 without a load: rounding is open, because an adjustment was removed and a later one was kept. */
  loadId: number
  /** The number of the load. */
  load: string
  /** Moved: to another truck or settlement date. */
  change: (typeof LOAD_CHANGES)[number]
  /** Revenue on the statement; 0.00 for a load that was added later. */
  before: Amount
  /** Current revenue; 0.00 for a load that was deleted or moved. */
  now: Amount
  /** Revenue that adjustments on later settlements and write-offs already settled. */
  corrected: Amount
  /** Miles on the statement, adjustments included, and the current miles. */
  milesBefore: Amount
  milesNow: Amount
  emptyMilesBefore: Amount
  emptyMilesNow: Amount
  /** Factored revenue and the load's part of the factoring fee, as its statement's fees count them (SPEC C237). */
  factoredBefore: Amount
  factoredNow: Amount
  feeBefore: Amount
  feeNow: Amount
  /** "invoice 88, schedule 7". Null: the load is not factored. */
  factoring: string | null
  /** Revenue and number of loads that the statement's deductions do not follow yet. */
  openRevenue: Amount
  openLoads: number
  /** The payee of the statement. */
  payee: string
  /** The truck's current payee, if there is no pending settlement of the same payee for the adjustment (SPEC C10). */
  otherPayee: string | null
}

/** A line of an adjustment. A negative amount is a credit. */
export type AdjustmentLine = {
  /** The line of the frozen statement that it restates; null: revenue. */
  restates: number | null
  /** The restated line is extra pay: the amount is gross, not a deduction. */
  adjustsPay: boolean
  description: string
  formula: string | null
  amount: Amount
  /** For a factoring fee: its load, and the invoice and schedule. */
  loadId: number | null
  reference: string | null
}

/** `lines`: what one adjustment of the statement adds, for all its changed loads. */
export type Drift = LoadDrift & {
  lines: AdjustmentLine[]
  /** Deductions that are not adjusted, because the records do not contain their rates. */
  unrated: string[]
  /** How much the adjustment changes the net: the sum of the lines with the opposite sign. */
  net: Amount
  /**
   * How much this load alone changes the net, which a write-off of the load gives up. Because of rounding, the loads may not add
   * up to `net`.
   */
  loadNet: Amount
}

type Revenue = Pick<LoadDrift, 'before' | 'now' | 'corrected'>

/** Revenue that is not adjusted yet, in cents: positive if the load's revenue went up. */
export function openDrift({ before, now, corrected }: Revenue): bigint {
  return toCents(now) - toCents(before) - toCents(corrected)
}

/** What an adjustment or a write-off of a load settles. `amount` is money; deductions follow the other figures. */
export type LoadDelta = {
  amount: Amount
  revenue: Amount
  miles: Amount
  emptyMiles: Amount
  loads: number
  factored: Amount
  fee: Amount
}

/** What an adjustment on settlement `billingId` changed for one load of statement `corrects`. */
export type AdjustedLoad = LoadDelta & {
  billingId: number
  corrects: number
  loadId: number
  loadNumber: string
}

export function openDelta(drift: LoadDrift): LoadDelta {
  const { openRevenue, openLoads, milesBefore, milesNow, emptyMilesBefore, emptyMilesNow } = drift
  return {
    amount: toAmount(openDrift(drift)),
    revenue: openRevenue,
    miles: toAmount(toCents(milesNow) - toCents(milesBefore)),
    emptyMiles: toAmount(toCents(emptyMilesNow) - toCents(emptyMilesBefore)),
    loads: openLoads,
    factored: toAmount(toCents(drift.factoredNow) - toCents(drift.factoredBefore)),
    fee: toAmount(toCents(drift.feeNow) - toCents(drift.feeBefore)),
  }
}

/** "Load 1042 changed from $2,400.00 to $2,150.00 after statement 37, already adjusted by $50.00". */
export function describeDrift(drift: LoadDrift): string {
  const { load, loadId, number, corrected, change } = drift
  if (loadId === 0) return `Rounding of earlier adjustments is open after statement ${number}`
  const note = change === 'changed' ? '' : ` (${NOTES[change]})`
  const text = `Load ${load} changed ${describeChange(drift)} after statement ${number}${note}`
  if (toCents(corrected) === 0n) return text
  return `${text}, already adjusted by ${formatMoney(toCents(corrected))}`
}

const NOTES = { deleted: 'deleted', moved: 'moved', added: 'added later' }

/** "from $1,000.00 to $750.00 and from 4,500 mi to 450 mi". Leaves out the miles of a deleted, moved or added load. */
export function describeChange(drift: LoadDrift): string {
  const { before, now, change, milesBefore, milesNow, emptyMilesBefore, emptyMilesNow } = drift
  const [revenueBefore, revenueNow] = [before, now].map((amount) => formatMoney(toCents(amount)))
  const parts = [
    ...(milesBefore === milesNow || change !== 'changed'
      ? []
      : [`from ${formatQuantity(milesBefore)} mi to ${formatQuantity(milesNow)} mi`]),
    ...(emptyMilesBefore === emptyMilesNow || change !== 'changed'
      ? []
      : [`from ${formatQuantity(emptyMilesBefore)} to ${formatQuantity(emptyMilesNow)} empty mi`]),
  ]
  const fees = change === 'changed' || change === 'added' ? describeFees(drift) : []
  if (before !== now || parts.length + fees.length === 0)
    parts.unshift(`from ${revenueBefore} to ${revenueNow}`)
  return [...parts, ...fees].join(' and ')
}

function describeFees({ before, now, factoredBefore, factoredNow, feeBefore, feeNow }: LoadDrift) {
  const text = (amount: Amount) => formatMoney(toCents(amount))
  // The text already shows a change of revenue if the load stayed factored.
  const isShown = factoredBefore === before && factoredNow === now
  return [
    ...(factoredBefore === factoredNow || isShown
      ? []
      : [`from ${text(factoredBefore)} to ${text(factoredNow)} factored`]),
    ...(feeBefore === feeNow ? [] : [`from ${text(feeBefore)} to ${text(feeNow)} factoring fee`]),
  ]
}

/** How much adjusting the statements changes the net. Counts each statement once: each of its loads has the same net. */
export function sumNets(drifts: readonly Pick<Drift, 'billingId' | 'net'>[]): Amount {
  const nets = new Map(drifts.map(({ billingId, net }) => [billingId, net]))
  return toAmount(addUp([...nets.values()]))
}
