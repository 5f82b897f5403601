/** What the settlements' screen reads before and after saving (SPEC B33). */
import type { Day } from '#core/calendar.ts'
import type { Amount } from '#core/money.ts'
import type { ProposedLine } from './rules.ts'
import type { PreviousPayee, ChangedOwner } from './previous-owner.ts'
import type { Settlement, SettlementLoad, YearToDate } from './settlement.ts'

export type VoidStatement = Pick<Settlement, 'id' | 'number' | 'voidReason'>

/** What `/api/settlements/preview` answers (SPEC B33); without a settlement date only the year to date. */
export type SettlementPreview = {
  yearToDate: YearToDate
  loads?: SettlementLoad[]
  loadCount?: number
  totalRevenue?: Amount
  startDate?: Day
  endDate?: Day
  billing?: Settlement | null
  /** Whom it pays, or will pay; the name is null where it is nobody's; a frozen one's stays (SPEC C10). */
  payee?: { ownerId: number | null; name: string | null }
  /** Whom the truck's last statement paid, where that is another. */
  former?: PreviousPayee | null
  /** Where it is saved and pays another than the truck's owner of today. */
  otherOwner?: ChangedOwner | null
  /** The void ones of the same truck and date (SPEC C3). */
  voided?: VoidStatement[]
  /** What it would start with, where it is not saved yet: of the rules, and what was carried (SPEC B30, C2, C4). */
  proposed?: ProposedLine[]
}
