/** Messages about money received. Each message says what to do (SPEC C192–C198). */
import { formatDay, type Day } from '#core/calendar.ts'
import { formatMoney, toCents, type Amount, type Cents } from '#core/money.ts'
import type { Receipt, Refund } from './responses.ts'

const dollars = (amount: Amount) => formatMoney(toCents(amount))

export const receiptMessages = {
  noInvoice: 'Invoice was not found',
  noBroker: 'Broker was not found',
  noLoad: 'Load was not found',
  otherBroker: (number: string) => `Invoice ${number} belongs to another broker`,
  draft: 'This invoice is a draft. Approve it first.',
  void: (number: string) => `Invoice ${number} is void`,
  creditNote: (number: string) => `${number} is a credit note`,
  tooEarly: (number: string, date: Day) =>
    `Invoice ${number} is dated ${formatDay(date)}. Leave this amount unapplied, and apply it on that day or later.`,
  beforeReceipt: (receivedOn: Day) =>
    `The money was received on ${formatDay(receivedOn)}. Choose that day or a later one.`,
  /** `least`: the least open amount from `day` on. `now`: the open amount after all entries, including later entries. */
  notOpen: (number: string, least: Cents, now: Cents, day: Day) =>
    least < now
      ? `Only ${formatMoney(least)} of invoice ${number} can be paid on ${formatDay(day)}: later entries use the rest`
      : `Only ${formatMoney(least)} of invoice ${number} is open`,
  disputedMore: (number: string, left: Cents) =>
    `Only ${formatMoney(left)} of invoice ${number} stays open and can be in dispute`,
  moreThanAmount: (parts: Cents) =>
    `The invoices use ${formatMoney(parts)}. Apply less, or enter a larger amount.`,
  moreThanUnapplied: (least: Cents, now: Cents, day: Day) =>
    least < now
      ? `Only ${formatMoney(least)} is unapplied on ${formatDay(day)}: later entries use the rest`
      : `Only ${formatMoney(least)} is unapplied`,
  noMoney: 'Money on an invoice needs a receipt',
  chooseBearer: 'Choose who absorbs the short pay',
  reasonRequired: 'Reason is required',
  ownerShare:
    'The owner’s share must be less than the short pay. Choose Owner if the owner absorbs all of it.',
  chooseLoad: 'Choose the load whose owner absorbs it',
  ownerRevenue: (load: string) => `Load ${load} pays the owner less than that`,
  reversed: ({ reversedOn }: Pick<Receipt, 'reversedOn'>) =>
    `This receipt was reversed on ${formatDay(reversedOn ?? '')}`,
  refunded: ({ day, amount }: Refund) =>
    `${dollars(amount)} was refunded on ${formatDay(day)}. Void the refund first, or bill the broker for it.`,
  reverseLater: (day: Day) =>
    `Money from this receipt was applied or moved on ${formatDay(day)}. Choose that day or a later one.`,
  endLater: (day: Day) => `This was entered for ${formatDay(day)}. Choose that day or a later one.`,
  askToUnapply: (number: string | null, money: string) =>
    `Invoice ${number ?? ''} is paid. Make the credit note, and keep ${money} as unapplied money of the broker?`,
  nothingToUnapply: 'Amount must be more than 0.00',
  moreThanApplied: (most: Cents) => `Only ${formatMoney(most)} is applied to this invoice`,
  ended: (day: Day) => `This already ended on ${formatDay(day)}`,
  acceptedStays: (number: string) =>
    `Credit note ${number} covers this amount. Void the credit note instead.`,
}
