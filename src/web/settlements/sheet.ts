/** What "Load Settlement Data" brought: the truck and date it belongs to, the saved record, the form's start. */
import type { Day } from '#core/calendar.ts'
import type { Company, UnsavedCompany } from '#core/company.ts'
import { toCents, type Amount } from '#core/money.ts'
import {
  noExpenses,
  startingExpenses,
  type Settlement,
  type SettlementPreview,
} from '#core/settlement.ts'
import type { Chosen } from './chosen.ts'
import { defaultNotes, type DefaultNotes } from './default-notes.ts'
import { draftOf, type Draft } from './draft.ts'

/** One truck and one settlement date: what a settlement is for (SPEC B27). */
export type Place = { truckId: number; settlementDate: Day }

export type Sheet = Place & {
  /** As it was when it was loaded or saved here; null until there is one. */
  billing: Settlement | null
  /** The form is changed where it says something else than this. */
  start: Draft
  defaults: DefaultNotes
  /** What is typed and not saved stays in the form where this sheet takes the place of another. */
  keepTyped?: true
}

/** Where nothing is saved yet, the saved company's default deductions start the form (SPEC B30). */
export function newSheet(
  place: Place,
  company: Company | UnsavedCompany,
  loadsRevenue: Amount,
): Sheet {
  if (company.id === null) {
    return { ...place, billing: null, start: draftOf(noExpenses(), null), defaults: {} }
  }
  const start = draftOf(startingExpenses(company, loadsRevenue), null)
  return { ...place, billing: null, start, defaults: defaultNotes(company, loadsRevenue) }
}

/** The stored figures are the form's start (SPEC A4, "existing"). */
export function savedSheet(billing: Settlement): Sheet {
  const { truckId, settlementDate } = billing
  return { truckId, settlementDate, billing, start: draftOf(billing, billing.notes), defaults: {} }
}

/** A saved settlement keeps its revenue; a new one has that of today's loads (SPEC A5, B28). */
export function revenueOf(sheet: Sheet, preview: SettlementPreview): Amount {
  return sheet.billing?.totalRevenue ?? preview.totalRevenue ?? '0.00'
}

/** Today's loads no longer add up to what was saved (SPEC B28). */
export function hasDrifted({ billing }: Sheet, { totalRevenue }: SettlementPreview): boolean {
  if (!billing || totalRevenue === undefined) return false
  return toCents(billing.totalRevenue) !== toCents(totalRevenue)
}

export function belongsTo(sheet: Sheet | null, place: Chosen): boolean {
  return sheet?.truckId === place.truckId && sheet.settlementDate === place.settlementDate
}
