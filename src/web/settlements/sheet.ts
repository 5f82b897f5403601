/** What "Load Settlement Data" brought: the truck and date it belongs to, today's loads, the saved record. */
import { addDays, type Day } from '#core/calendar.ts'
import type { Company, UnsavedCompany } from '#core/company.ts'
import { toCents, type Amount } from '#core/money.ts'
import {
  noExpenses,
  startingExpenses,
  type Settlement,
  type SettlementLoad,
  type SettlementPreview,
} from '#core/settlement.ts'
import type { Chosen } from './chosen.ts'
import { defaultNotes, type DefaultNotes } from './default-notes.ts'
import { draftOf, type Draft } from './draft.ts'

export type Sheet = {
  truckId: number
  settlementDate: Day
  startDate: Day
  endDate: Day
  loads: SettlementLoad[]
  loadCount: number
  /** What the loads add up to today; the saved record may say otherwise (SPEC B28). */
  loadsRevenue: Amount
  billing: Settlement | null
  /** What the form starts from: the form is changed where it says something else. */
  start: Draft
  defaults: DefaultNotes
}

type Place = { truckId: number; settlementDate: Day }

/** `company` is needed only where nothing is saved yet: its default deductions start the form (SPEC B30). */
export function sheetOf(
  place: Place,
  preview: SettlementPreview,
  company: Company | UnsavedCompany | null,
): Sheet {
  const today = todaysLoads(place, preview)
  const { billing, loadsRevenue } = today
  if (billing) return { ...place, ...today, start: draftOf(billing, billing.notes), defaults: {} }
  if (!company?.id) return { ...place, ...today, start: draftOf(noExpenses(), null), defaults: {} }
  const start = draftOf(startingExpenses(company, loadsRevenue), null)
  return { ...place, ...today, start, defaults: defaultNotes(company, loadsRevenue) }
}

/** The part that a later read of the same truck and date renews; the form's start is not in it. */
export function todaysLoads({ settlementDate }: Place, preview: SettlementPreview) {
  return {
    startDate: preview.startDate ?? settlementDate,
    endDate: preview.endDate ?? addDays(settlementDate, 6),
    loads: preview.loads ?? [],
    loadCount: preview.loadCount ?? 0,
    loadsRevenue: preview.totalRevenue ?? '0.00',
    billing: preview.billing ?? null,
  }
}

/** The same sheet around a record as it is stored now, with its figures in the form. */
export function withSaved(sheet: Sheet, billing: Settlement): Sheet {
  return { ...sheet, billing, start: draftOf(billing, billing.notes), defaults: {} }
}

/** A saved settlement keeps its revenue (SPEC A5, B28). */
export function revenueOf({ billing, loadsRevenue }: Sheet): Amount {
  return billing?.totalRevenue ?? loadsRevenue
}

/** Today's loads no longer add up to what was saved (SPEC B28). */
export function hasDrifted({ billing, loadsRevenue }: Sheet): boolean {
  return billing !== null && toCents(billing.totalRevenue) !== toCents(loadsRevenue)
}

export function belongsTo(sheet: Sheet | null, { truckId, settlementDate }: Chosen): boolean {
  return sheet?.truckId === truckId && sheet?.settlementDate === settlementDate
}
