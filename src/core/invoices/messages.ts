/** Messages about invoices. */
import { formatDay, type Day } from '#core/calendar.ts'
import { formatMoney, type Cents } from '#core/money.ts'

export const invoiceMessages = {
  notDraft: (number: string | null) => `Invoice ${number ?? ''} is approved and can’t be changed`,
  notApproved: 'Only an approved invoice can be credited, voided or supplemented',
  isVoid: (number: string | null) => `Invoice ${number ?? ''} is void`,
  noLoads: 'This draft has no loads',
  nothingToBill: 'Nothing to bill: the total must be more than $0.00',
  otherBroker: (load: string) => `Load ${load} has a different broker`,
  noBroker: 'No broker',
  notDelivered: (load: string) => `Load ${load} is not delivered`,
  onInvoice: (load: string, number: string | null) =>
    number ? `Load ${load} is on invoice ${number}` : `Load ${load} is on a draft invoice`,
  /** A load that is on an invoice can't be deleted (SPEC C169). `number`: null or "" on a draft. */
  keepsLoad: (load: string, number: string | null) =>
    number
      ? `Load ${load} is on invoice ${number}. Void or credit the invoice first.`
      : `Load ${load} is on a draft invoice. Take it off the draft first.`,
  noAddress: (broker: string) =>
    `${broker} has no address and no email for invoices. Add one to the broker.`,
  noRemitTo: 'Add the address of your company in Settings: every invoice must have one',
  hasCredits: (number: string | null) =>
    `Invoice ${number ?? ''} has credit notes. Void them first, or credit the rest.`,
  tooMuchCredited: (left: Cents) => `Only ${formatMoney(left)} of this line is left to credit`,
  nothingLeft: 'This invoice has nothing left to credit',
  nothingUnbilled: 'Every charge of its loads is billed',
  changedLine: (load: string) =>
    `A billed charge of load ${load} changed. Credit and rebill the invoice instead.`,
  hasSupplement: (load: string) => `A draft already bills the difference for load ${load}`,
  billedTwice: (load: string) =>
    `This would bill more for load ${load} than its charges total today. Credit the billed charges that changed first.`,
  beforeInvoice: (what: string) => `${what} must not be before the invoice date`,
  laterDay: 'Money was applied to this invoice after that day. Choose a later day.',
  askAsked: (what: string) =>
    `The broker has not approved these charges yet: ${what}. Bill them anyway?`,
  askPapers: (what: string) => `Documents are missing: ${what}. Approve the invoice anyway?`,
  askConfirmation: (what: string) =>
    `The rate confirmation has a different total: load ${what}. Approve the invoice anyway?`,
  askBeforeDelivery: (invoiceDate: Day, load: string, deliveredOn: Day) =>
    `The invoice date is ${formatDay(invoiceDate)}, but load ${load} was delivered on ${formatDay(deliveredOn)}. Approve the invoice anyway?`,
  factored: 'This invoice is on a schedule of a factor. Remove it from the schedule first.',
}
