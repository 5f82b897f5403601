/** Invoices to brokers, declared like an entity: for the list, its filters, CSV files and the audit log (SPEC C165). */
import { countDays, isDay, type Day } from '#core/calendar.ts'
import type { Listing } from '#core/entities/entity.ts'
import {
  money,
  optionalCount,
  quantityOrNull,
  rateOrNull,
  signedMoney,
} from '#core/fields/amounts.ts'
import { choice, optionalDay, requiredReference } from '#core/fields/fields.ts'
import { notes, optionalText, text } from '#core/fields/text.ts'
import { pluralize } from '#core/pluralize.ts'
import { INVOICE_STATUSES } from '#core/statuses.ts'
import { INVOICE_KINDS, INVOICE_SENDINGS, INVOICE_STATES, INVOICE_TABS } from './status.ts'

export const invoiceFields = {
  number: { ...optionalText('Invoice #'), number: true as const },
  brokerId: requiredReference('Broker', 'brokers'),
  kind: choice('Kind', INVOICE_KINDS, { formDefault: 'invoice' }),
  state: choice('Status', INVOICE_STATES, { formDefault: 'draft' }),
  invoiceDate: optionalDay('Invoice Date'),
  termsDays: optionalCount('Terms (Days)', 0, 365),
  dueOn: optionalDay('Due On'),
  total: signedMoney('Total'),
  openAmount: money('Open'),
  note: notes('Note on Invoice'),
  voidedOn: optionalDay('Voided On'),
  voidReason: optionalText('Void Reason'),
}

/** The lines of invoices, declared for the account's CSV files. */
export const invoiceLineFields = {
  kind: text('Charge'),
  description: optionalText('Description'),
  quantity: quantityOrNull('Quantity'),
  rate: rateOrNull('Rate'),
  amount: signedMoney('Amount'),
  reason: optionalText('Reason'),
}

const MOST_LOADS = 2

/** "L-1042 (broker 778123), L-1043 and 3 more": under the number, because brokers ask for loads by their own numbers. */
function describeLoads(loads: unknown): string {
  const billed = Array.isArray(loads) ? (loads as InvoicedLoad[]) : []
  const names = billed
    .slice(0, MOST_LOADS)
    .map(({ loadId, brokerLoadNumber }) =>
      brokerLoadNumber && brokerLoadNumber !== loadId
        ? `${loadId} (broker ${brokerLoadNumber})`
        : loadId,
    )
  const more = billed.length - names.length
  return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

type InvoicedLoad = { loadId: string; brokerLoadNumber: string | null }

/** "12 days overdue". */
function formatOverdue({ status, dueOn }: Record<string, unknown>, today: Day): string {
  if (status !== 'overdue' || !isDay(String(dueOn))) return ''
  return `${pluralize(countDays(String(dueOn), today), 'day')} overdue`
}

/** The list has the status instead of the stored state, because the status says more. */
const { state: _, ...listedFields } = invoiceFields

export const invoicesList = {
  name: 'invoices',
  singular: 'Invoice',
  title: 'Invoices',
  description: 'What brokers are billed. An approved invoice never changes.',
  label: 'number',
  fields: {
    ...listedFields,
    status: choice('Status', INVOICE_STATUSES, { formDefault: 'draft' }),
    tab: choice('Tab', INVOICE_TABS, { formDefault: 'sent' }),
    sending: choice('Sent Status', INVOICE_SENDINGS, { formDefault: 'not-sent' }),
  },
  columns: [
    {
      title: 'Invoice #',
      fields: ['number'],
      format: ({ number }) => (typeof number === 'string' ? number : 'Draft'),
      second: { format: ({ loads }) => describeLoads(loads) },
    },
    'brokerId',
    'invoiceDate',
    'dueOn',
    'total',
    'openAmount',
    { title: 'Status', fields: ['status'], show: 'badge', second: { format: formatOverdue } },
  ],
  card: ['brokerId', 'invoiceDate', 'total', 'status'],
  tabs: 'tab',
  views: [
    { name: 'Overdue', address: 'status=overdue' },
    { name: 'Drafts', address: 'status=draft' },
    { name: 'Not Sent', address: 'sending=not-sent&openAmount.from=0.01' },
  ],
  totals: { total: 'Total', openAmount: 'Open' },
} as const satisfies Listing
