/** What "Load Settlement Data" brought: the truck and date it belongs to, the saved record, the form's start. */
import type { Day } from '#core/calendar.ts'
import { toCents, type Amount } from '#core/money.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import { sumByCategory } from '#core/settlements/category-amounts.ts'
import { hasStaleQuantity, type Line } from '#core/settlements/lines.ts'
import type { ProposedLine } from '#core/settlements/rules.ts'
import type { SettlementPreview } from '#core/settlements/preview.ts'
import type { Chosen } from './chosen.ts'
import { defaultNotes, type DefaultNotes } from '#web/settlements/lines/default-notes.ts'
import { toDraft, type Draft } from '#web/settlements/lines/draft.ts'

/** One truck and one settlement date: what a settlement is for (SPEC B27). */
export type Place = { truckId: number; settlementDate: Day }

export type LoadedSettlement = Place & {
  /** As it was when it was loaded or saved here; null until there is one. */
  billing: Settlement | null
  /** The form is changed where it says something else than this. */
  start: Draft
  defaults: DefaultNotes
  /** It starts with what saving would make: only what is typed over it is sent. */
  proposed?: true
  /** What is typed and not saved stays in the form where this sheet takes the place of another. */
  keepTyped?: true
}

/** Where nothing is saved yet, what the deduction rules would take starts the form (SPEC B30, C2). */
export function newSettlement(place: Place, proposed: ProposedLine[]): LoadedSettlement {
  const start = toDraft(sumByCategory(proposed), null)
  return { ...place, billing: null, start, defaults: defaultNotes(proposed), proposed: true }
}

/** The stored figures are the form's start (SPEC A4, "existing"). */
export function savedSettlement(billing: Settlement): LoadedSettlement {
  const { truckId, settlementDate } = billing
  return { truckId, settlementDate, billing, start: toDraft(billing, billing.notes), defaults: {} }
}

/** A saved settlement keeps its revenue; a new one has that of today's loads (SPEC A5, B28). */
export function readRevenue(sheet: LoadedSettlement, preview: SettlementPreview): Amount {
  return sheet.billing?.totalRevenue ?? preview.totalRevenue ?? '0.00'
}

/** Today's loads no longer add up to what was saved (SPEC B28). */
export function hasDrifted(
  { billing }: LoadedSettlement,
  { totalRevenue }: SettlementPreview,
): boolean {
  if (!billing || totalRevenue === undefined) return false
  return toCents(billing.totalRevenue) !== toCents(totalRevenue)
}

/** Miles or loads are others than the deductions were counted by (SPEC C3). */
export function hasStaleCounts({ loads }: SettlementPreview, lines: Line[]): boolean {
  return loads !== undefined && hasStaleQuantity(lines, loads)
}

/** What was approved cannot be changed any more (SPEC C3). */
export function isFrozen(sheet: LoadedSettlement | null): boolean {
  return (sheet?.billing?.status ?? 'pending') !== 'pending'
}

export function belongsTo(sheet: LoadedSettlement | null, place: Chosen): boolean {
  return sheet?.truckId === place.truckId && sheet.settlementDate === place.settlementDate
}
