/** What "Load Settlement Data" returned: its truck and date, the saved settlement, the form's start values. */
import { toAmount, toCents, type Amount } from '#core/money.ts'
import { sumExtraPay } from '#core/settlements/extra-pay.ts'
import type { Settlement, TruckDate } from '#core/settlements/settlement.ts'
import { sumByCategory } from '#core/settlements/category-amounts.ts'
import { hasStaleQuantity, type Line } from '#core/settlements/lines.ts'
import type { ProposedLine } from '#core/settlements/rules.ts'
import type { SettlementPreview } from '#core/settlements/preview.ts'
import { defaultNotes, type DefaultNotes } from '#web/settlements/lines/default-notes.ts'
import { toDraft, type Draft } from '#web/settlements/lines/draft.ts'
import type { SettlementParameters } from './use-settlement-parameters.ts'

export type LoadedSettlement = TruckDate & {
  /** As loaded or last saved here; null if nothing is saved yet. */
  billing: Settlement | null
  /** The form has unsaved changes if it differs from this. */
  start: Draft
  defaults: DefaultNotes
  /** Extra pay among the proposed lines. A saved settlement has its own. */
  proposedExtraPay?: Amount
  /** `start` holds proposed lines: saving sends only the amounts that were edited. */
  proposed?: true
  /** Unsaved edits stay in the form when this replaces another loaded settlement. */
  keepEdits?: true
}

/** A new settlement starts with what the deduction rules propose (SPEC B30, C2). */
export function fromProposedLines(key: TruckDate, proposed: ProposedLine[]): LoadedSettlement {
  const start = toDraft(sumByCategory(proposed), null)
  const notes = defaultNotes(proposed)
  const proposedExtraPay = toAmount(sumExtraPay(proposed))
  return { ...key, billing: null, start, defaults: notes, proposedExtraPay, proposed: true }
}

/** A saved settlement starts with its stored amounts (SPEC A4, "existing"). */
export function fromSaved(billing: Settlement): LoadedSettlement {
  const { truckId, settlementDate } = billing
  return { truckId, settlementDate, billing, start: toDraft(billing, billing.notes), defaults: {} }
}

/** A saved settlement keeps its revenue; a new one has the revenue of its loads (SPEC A5, B28). */
export function getRevenue(loaded: LoadedSettlement, preview: SettlementPreview): Amount {
  return loaded.billing?.totalRevenue ?? preview.totalRevenue ?? '0.00'
}

/** The extra pay that the settlement's expenses include, a positive amount (SPEC C18). */
export function getExtraPay({ billing, proposedExtraPay }: LoadedSettlement): Amount {
  return billing?.extraPay ?? proposedExtraPay ?? '0.00'
}

/**
 * Why a draft no longer matches its loads: their revenue changed (SPEC B28), or the miles or loads that
 * its deductions counted changed (SPEC C3). Null if it matches, and for every settlement that is not a draft.
 */
export function findStaleReason(
  { billing }: LoadedSettlement,
  { totalRevenue, loads }: SettlementPreview,
  lines: Line[],
): 'revenue' | 'quantities' | null {
  if (billing?.status !== 'pending') return null
  if (totalRevenue !== undefined && toCents(billing.totalRevenue) !== toCents(totalRevenue))
    return 'revenue'
  return loads !== undefined && hasStaleQuantity(lines, loads) ? 'quantities' : null
}

/** An approved settlement can no longer be edited (SPEC C3). */
export function isFrozen(loaded: LoadedSettlement | null): boolean {
  return (loaded?.billing?.status ?? 'pending') !== 'pending'
}

export function isFor(loaded: LoadedSettlement | null, parameters: SettlementParameters): boolean {
  return (
    loaded?.truckId === parameters.truckId && loaded.settlementDate === parameters.settlementDate
  )
}
