/** The data that a statement is printed from. */
import type { Balance } from '#core/settlements/balances.ts'
import type { Line } from '#core/settlements/lines.ts'
import type { Settlement, SettlementLoad, YearToDate } from '#core/settlements/settlement.ts'
import type { Company, UnsavedCompany } from '#core/settings/company.ts'
import type { Day } from '#core/calendar.ts'
import type { Amount } from '#core/money.ts'
import type { Format } from './format.ts'

/** `payments`: as of the printing, because they change after approval (SPEC C3). */
export type StatementData = Snapshot & { settlement: Settlement; payments: PrintedPayments }

export type PrintedPayments = {
  /** Parts of earlier payments that cover this statement. */
  applied: PrintedPayment[]
  payments: PrintedPayment[]
  /** What is left to pay. */
  open: Amount
}

export type PrintedPayment = {
  day: Day
  method: string | null
  reference: string | null
  amount: Amount
}

/** A draft has none. */
export const NO_PAYMENTS: PrintedPayments = { applied: [], payments: [], open: '0.00' }

/** What an approval freezes beside the settlement's own row (SPEC C3). */
export type Snapshot = {
  /** The printed format that the statement was frozen with (SPEC C3). */
  format: Format
  company: Company | UnsavedCompany
  truck: { truckId: string; year: number; make: string; model: string; vin: string | null }
  /** The truck's owner, or its driver if it has no owner. */
  payee: { name: string; address: string; taxIdEnding: string | null; paymentMethod: string } | null
  drivers: string[]
  loads: SettlementLoad[]
  lines: Line[]
  balances: Balance[]
  /** Of the payee (SPEC C321). */
  yearToDate: Omit<YearToDate, 'loads'>
  year: number
  /** The statements that this statement's adjustments change. */
  adjusted: { id: number; number: number }[]
}
