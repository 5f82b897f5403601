/** The list of saved settlements, declared like the lists of entities. */
import { formatDay, type Day } from '#core/calendar.ts'
import type { AnyRecord, ColumnOf, Listing } from '#core/entities/entity.ts'
import { choice, day, reference, requiredReference } from '#core/fields/fields.ts'
import { money } from '#core/fields/amounts.ts'
import { formatMoney, toCents } from '#core/money.ts'
import { optionalText } from '#core/fields/text.ts'
import { SETTLEMENT_STATUSES } from '#core/statuses.ts'

/** Gross less net: the expenses of a settlement also have its extra pay in them (SPEC C18, C355). */
const DEDUCTIONS: ColumnOf = {
  title: 'Deductions',
  fields: ['totalExpenses', 'extraPay'],
  format: ({ totalExpenses, extraPay }) =>
    formatMoney(toCents(String(totalExpenses)) + toCents(String(extraPay))),
}

export const settlementHistory: Listing = {
  name: 'billing',
  singular: 'Settlement',
  title: 'Settlements',
  description: 'All saved settlements and their statements.',
  label: 'settlementDate',
  fields: {
    truckId: requiredReference('Truck', 'trucks'),
    settlementDate: day('Settlement Date'),
    ownerId: reference('Owner', 'owners', ''),
    driverId: reference('Driver', 'drivers', ''),
    startDate: day('Period Start'),
    endDate: day('Period End'),
    weekNumber: optionalText('Week #'),
    weekYear: optionalText('Week Year'),
    totalRevenue: money('Load Revenue'),
    totalExpenses: money('Expenses'),
    netPayment: money('Net Payment'),
    extraPay: money('Extra Pay (in Expenses)'),
    grossPay: money('Gross'),
    status: choice('Status', SETTLEMENT_STATUSES, { formDefault: 'pending' }),
  },
  columns: [
    'truckId',
    'settlementDate',
    { title: 'Week', fields: ['startDate', 'endDate'], show: 'period' },
    'grossPay',
    { title: 'Of Which Extra Pay', fields: ['extraPay'] },
    DEDUCTIONS,
    'netPayment',
    { title: 'Status', fields: ['status'], show: 'badge' },
  ],
  card: ['settlementDate', 'netPayment', 'status'],
  views: [
    { name: 'Ready to Approve', address: 'status=pending' },
    { name: 'Ready to Pay', address: 'status=approved' },
    { name: 'Paid', address: 'status=paid' },
    { name: 'Void', address: 'status=void' },
  ],
}

/** "truck 12, 11/20/2026". */
export function describeSettlement({ labels, settlementDate }: AnyRecord): string {
  return `truck ${labels.truckId ?? 'Unknown'}, ${formatDay(String(settlementDate))}`
}

/** The values that name a settlement. `truck`: the truck number. */
export type NamedSettlement = { number: number | null; settlementDate: Day; truck: string }

/** "Statement #7", or for a draft "Settlement of truck 12, 11/20/2026". */
export function nameSettlement({ number, settlementDate, truck }: NamedSettlement): string {
  if (number !== null) return `Statement #${number}`
  return `Settlement of truck ${truck}, ${formatDay(settlementDate)}`
}

/** Address of the Settlements screen with this settlement. */
export function settlementAddress({
  truckId,
  settlementDate,
}: {
  [field: string]: unknown
}): string {
  return `/settlements?truck=${Number(truckId)}&date=${String(settlementDate)}`
}

/** Address of a statement's own screen (SPEC C52). */
export function statementAddress(id: number): string {
  return `/settlements/statements/${id}`
}

/** The address that a row of settlements opens: the Settlements screen for a draft, otherwise the statement. */
export function settlementRowAddress(settlement: AnyRecord): string {
  return settlement.status === 'pending'
    ? settlementAddress(settlement)
    : statementAddress(settlement.id)
}
