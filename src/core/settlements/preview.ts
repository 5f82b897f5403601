/** The data of the Settlements screen for a truck and settlement date, before and after saving (SPEC B33). */
import type { Day } from '#core/calendar.ts'
import type { Amount } from '#core/money.ts'
import type { ProposedLine } from './rules.ts'
import type { PayeeIds } from './payee.ts'
import type { PreviousPayee, ChangedPayee } from './previous-payee.ts'
import type { Settlement, SettlementLoad, YearToDate } from './settlement.ts'

export type VoidStatement = Pick<Settlement, 'id' | 'number' | 'voidReason'>

/** The response of `/api/settlements/preview`. Without a settlement date, it has only the year to date. */
export type SettlementPreview = {
  yearToDate: YearToDate
  loads?: SettlementLoad[]
  loadCount?: number
  totalRevenue?: Amount
  startDate?: Day
  endDate?: Day
  billing?: Settlement | null
  /** The payee of the saved settlement, else of the truck. The name is null if there is neither owner nor driver (SPEC C10). */
  payee?: PayeeIds & { name: string | null }
  /** The payee of the truck's last statement, if it differs. */
  former?: PreviousPayee | null
  /** Set if the settlement does not pay the truck's current payee. */
  changedPayee?: ChangedPayee | null
  /** Void statements of the same truck and date (SPEC C3). */
  voided?: VoidStatement[]
  /** Lines of the rules and carry-forwards that a settlement starts with, if it is not saved yet (SPEC B30, C2, C4). */
  proposed?: ProposedLine[]
}
