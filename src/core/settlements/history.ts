/** The list of saved settlements, declared as the entities' lists are. */
import { formatDay } from '#core/calendar.ts'
import type { AnyRecord, Listing } from '#core/entities/entity.ts'
import { choice, day, requiredReference } from '#core/fields/fields.ts'
import { money } from '#core/fields/amounts.ts'
import { optionalText } from '#core/fields/text.ts'
import { SETTLEMENT_STATUSES } from '#core/statuses.ts'

/** What of a settlement the list shows, sorts and filters by; the server computes most of it (SPEC B28, B29). */
export const settlementHistory: Listing = {
  name: 'billing',
  singular: 'Settlement',
  title: 'Settlements',
  description: 'Every settlement that was saved.',
  label: 'settlementDate',
  fields: {
    truckId: requiredReference('Truck', 'trucks'),
    settlementDate: day('Settlement Date'),
    startDate: day('Week Start'),
    endDate: day('Week End'),
    weekNumber: optionalText('Week #'),
    weekYear: optionalText('Week Year'),
    totalRevenue: money('Revenue'),
    totalExpenses: money('Expenses'),
    netPayment: money('Net Payment'),
    status: choice('Status', SETTLEMENT_STATUSES, { formDefault: 'pending' }),
  },
  columns: [
    'truckId',
    'settlementDate',
    { title: 'Week', fields: ['startDate', 'endDate'], show: 'period' },
    'totalRevenue',
    'totalExpenses',
    'netPayment',
    { title: 'Status', fields: ['status'], show: 'badge' },
  ],
  views: [
    { name: 'To Approve', address: 'status=pending' },
    { name: 'To Pay', address: 'status=approved' },
    { name: 'Paid', address: 'status=paid' },
    { name: 'Void', address: 'status=void' },
  ],
}

/** By what people call a settlement: "truck 12, 11/20/2026". */
export function describeSettlement({ labels, settlementDate }: AnyRecord): string {
  return `truck ${labels.truckId ?? 'Unknown'}, ${formatDay(String(settlementDate))}`
}

/** Where the Settlements screen shows it. */
export function settlementAddress({ truckId, settlementDate }: AnyRecord): string {
  return `/settlements?truck=${Number(truckId)}&date=${String(settlementDate)}`
}
