/** The settlement run of a week: every truck with loads, by payee (SPEC C8). */
import type { Day, Period } from '#core/calendar.ts'
import { toAmount, toCents, type Amount } from '#core/money.ts'
import type { WaitingCards } from '#core/settlements/cards/waiting.ts'
import type { SettlementOffsets } from '#core/settlements/offsets.ts'
import type { Drift } from '#core/settlements/adjustments/drift.ts'
import type { ChangedPayee } from '#core/settlements/previous-payee.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import type { RunException, RunFacts } from './exceptions.ts'

export type RunRow = {
  truckId: number
  truck: string
  settlementDate: Day
  /** The settlement; null if it is not saved yet. */
  billing: Pick<Settlement, 'id' | 'status' | 'number' | 'version' | 'holdReason'> | null
  /** Key of the payee: "owner:12", "driver:7" or "truck:3". For an unsaved settlement, the payee that it would pay. */
  payee: string
  /** The name of the payee, as a frozen statement prints it; null if the truck has neither owner nor driver. */
  payeeName: string | null
  /** For a paid statement, the method of its payment; otherwise the payee's method. */
  method: string | null
  loads: number
  revenue: Amount
  /** The total of the deductions: total expenses without the extra pay. */
  deductions: Amount
  /** Extra pay as a positive amount (SPEC C18). */
  extraPay: Amount
  net: Amount
  /** Its loads changed after it was saved, or it does not have all card purchases: it must be recalculated. */
  stale: boolean
  /** Set if a saved settlement does not pay the truck's current payee. */
  changedPayee: ChangedPayee | null
  /** What to check before approval. */
  exceptions: RunException[]
  /** The loads of the row that miss a paper. */
  incompleteLoads: IncompleteLoad[]
  /** For an approved or paid statement, its own differences; otherwise those that preparing it can settle (SPEC C361). */
  adjustments: WaitingAdjustment[]
  /** The payee's settlements that are approved in one step with this one (SPEC C24). Null: none. */
  offsets: SettlementOffsets | null
}

/** `papers`: the missing papers, "bol,pod" (SPEC C130). */
export type IncompleteLoad = { id: number; number: string; isDelivered: boolean; papers: string }

/** The loads that miss this paper. */
export function listWithout({ incompleteLoads }: Pick<RunRow, 'incompleteLoads'>, paper: string) {
  return incompleteLoads.filter(({ papers }) => papers.split(',').includes(paper))
}

/** A statement whose loads changed after its approval. */
export type WaitingAdjustment = {
  id: number
  number: number
  /** Changed loads of the statement. */
  loads: number
  /** How much the adjustment changes the net. */
  net: Amount
  /** The truck's current payee, if only a settlement of another payee could take the adjustment (SPEC C10). */
  otherPayee: string | null
}

/** The adjustments that preparing the row adds: those for its own payee. */
export function listApplicable({ billing, adjustments }: Pick<RunRow, 'billing' | 'adjustments'>) {
  if (billing !== null && billing.status !== 'pending') return []
  return adjustments.filter(({ otherPayee }) => otherPayee === null)
}

/** The adjustments of changed loads, by statement. */
export function toAdjustments(drifts: readonly Drift[]): WaitingAdjustment[] {
  const byStatement = Map.groupBy(drifts, ({ billingId }) => billingId)
  return [...byStatement].flatMap(([id, [first, ...others]]) => {
    if (!first) return []
    const { number, net, otherPayee } = first
    return [{ id, number, loads: others.length + 1, net, otherPayee }]
  })
}

/** `cards`: the card purchases up to the week's last day that no settlement can take, by reason (SPEC C576). */
export type Run = Period & { rows: RunRow[]; cards: WaitingCards[] }

/** A truck without loads that has deductions due (SPEC C23). Its settlement is not saved yet. */
export function isIdle({ billing, loads }: Pick<RunRow, 'billing' | 'loads'>): boolean {
  return billing === null && loads === 0
}

/** A draft that is left out of the run until it is released (SPEC C48). */
export function isHeld({ billing }: Pick<RunRow, 'billing'>): boolean {
  return billing?.status === 'pending' && billing.holdReason !== null
}

/** Each payee's settlements follow the payee's first settlement, so that they can be totaled. */
export function sortByPayee<Row extends { payee: string }>(rows: Row[]): Row[] {
  return [...Map.groupBy(rows, ({ payee }) => payee).values()].flat()
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

/**
 * Groups rows by truck, sorted by settlement date. Trucks can be processed in parallel. The dates of one truck cannot:
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

/** Finds the flat deductions of each row that an earlier row of the same truck has too (SPEC C15). */
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

export function sumColumn(
  rows: Pick<RunRow, 'revenue' | 'deductions' | 'extraPay' | 'net'>[],
  name: 'revenue' | 'deductions' | 'extraPay' | 'net',
): Amount {
  return toAmount(rows.reduce((total, row) => total + toCents(row[name]), 0n))
}
