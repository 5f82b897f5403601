/**
 * The answer to a request if a constraint of the database rejects a write, by its name. Most of these are checked before the
 * write, with a better message; here is what is left, such as two requests at the same moment (SPEC C311).
 */
import { CLOSED_QUESTION } from '#core/api.ts'
import { closingMessages } from '#core/books/closing.ts'
import { cardMessages } from '#core/cards/cards.ts'
import { comesFromCharges } from '#core/charges/messages.ts'
import { HAS_LOGIN } from '#core/entities/record-use.ts'
import { leaseMessages } from '#core/fleet/leases.ts'
import { costMessages } from '#core/profit/costs.ts'
import { invoiceMessages } from '#core/invoices/messages.ts'

/** What the error of a constraint says besides its name. Either may be empty. */
type ConstraintFacts = { text: string; detail: string }

type Message = string | ((facts: ConstraintFacts) => string)

/** `field`: the field of the request that has the message. */
export type ConstraintMessage = [status: 400 | 409, message: Message, field?: string]

const AT_ONCE: ConstraintMessage = [
  409,
  'Someone else changed this at the same moment. Please try again.',
]
const BILLED_ELSEWHERE = 'Its loads or charges are billed on another invoice now'
const INVOICE_LOCKED = 'This invoice is approved and locked. Void it, or make a credit note.'
const RESERVE = 'The entries take more from an invoice’s reserve than the factor holds'
const REPORT_POSTED = 'This report is posted. Void it and enter it again.'

const SETTLEMENTS: Record<string, ConstraintMessage> = {
  adjusted_loads_open: AT_ONCE,
  balance_entries_balance: AT_ONCE,
  balance_entries_undoes_key: [409, 'Already undone'],
  billing_truck_id_settlement_date_key: [
    409,
    'A settlement exists for this truck and date',
    'settlementDate',
  ],
  billing_void_paid: [
    409,
    'A payment covers this statement now. Open it again and choose what happened to the money.',
    'cash',
  ],
  deduction_rules_used_payee: [
    400,
    'Already used: transfer its balance to the other payee, with a reason',
    'ownerId',
  ],
  expenses_carry_in: AT_ONCE,
  expenses_carry_in_key: [409, 'This amount is already on another settlement'],
  expenses_fee_load: [409, 'Factoring changed. Recalculate before approving.'],
  expenses_offset_net: [409, 'The nets to offset changed. Open the settlement again.'],
  expenses_offset_pair: [409, 'Statements that are offset with each other change together'],
  expenses_payee: [
    409,
    'This amount belongs to another payee. It can be transferred with a reason.',
  ],
  card_purchases_charged: [
    409,
    'This purchase is on a settlement. Take it off the draft first; a locked statement keeps it.',
  ],
  expenses_card_key: [409, 'Another settlement has this card purchase. Recalculate.'],
  expenses_card_purchase: [
    409,
    'A card purchase was changed at the same moment. Please try again.',
  ],
  expenses_plain_key: [409, 'This category already has a manual amount; edit that one', 'category'],
  expenses_restates: AT_ONCE,
  expenses_rule_key: [409, 'This deduction is already on the settlement. Open it again.'],
  expenses_rule_payee: [
    409,
    'A recurring deduction of this settlement is for another payee. Recalculate, or delete its line.',
  ],
  expenses_rule_period_key: [
    409,
    'Another settlement of the period already has this deduction. Recalculate, or delete its line.',
  ],
  expenses_rule_total: [409, ({ detail }) => describeRefunded(detail)],
  expenses_transfer_reason: [400, 'Enter the reason of the transfer', 'reason'],
  releases_carry: [409, 'This amount is already on another settlement'],
  releases_carry_key: [409, 'This amount is already written off'],
}

const PAYMENTS: Record<string, ConstraintMessage> = {
  payout_closings_exported: [409, 'A file for the accountant has this entry. It can’t be changed.'],
  payout_parts_net: [409, 'The statement was paid at the same moment. Please try again.'],
  payout_parts_open: [409, 'The statement or the payment is no longer open'],
  payout_parts_payee: [409, 'The statement pays another payee'],
  payouts_applied_check: AT_ONCE,
  payouts_exported: [
    409,
    'A file for the accountant has this payment with its number. The number can’t be changed; the memo can.',
    'reference',
  ],
}

const INVOICES: Record<string, ConstraintMessage> = {
  invoice_lines_charge_id_key: [409, BILLED_ELSEWHERE],
  invoice_lines_credited: [400, 'More is credited than was billed', 'lines'],
  invoice_lines_frozen: [409, INVOICE_LOCKED],
  invoice_lines_load_id_fkey: [409, 'A load of this draft was deleted. Open the draft again.'],
  invoice_lines_revenue_key: [409, BILLED_ELSEWHERE],
  invoice_loads_frozen: [409, INVOICE_LOCKED],
  invoice_loads_load_id_fkey: [409, 'A load of this draft was deleted. Open the draft again.'],
  invoice_loads_one_supplement: [409, 'Another draft bills the difference of this load'],
  invoice_loads_standing_key: [409, BILLED_ELSEWHERE],
  invoice_sendings_approved: [409, 'Approve this invoice first'],
  invoices_billed_twice: [409, ({ detail }) => invoiceMessages.billedTwice(detail)],
  invoices_broker_id_fkey: [409, "This broker has invoices and can't be deleted"],
  invoices_frozen: [409, INVOICE_LOCKED],
  invoices_number_key: [409, 'Another invoice has this number', 'number'],
  invoices_void_credits: [409, 'This invoice has credit notes. Void them first.'],
  invoices_void_factored: [409, invoiceMessages.factored],
  loads_invoiced: [409, ({ text, detail }) => invoiceMessages.keepsLoad(text, detail)],
}

const MONEY_IN: Record<string, ConstraintMessage> = {
  receipt_differences_day: [400, 'The day is before the invoice date', 'day'],
  receipt_differences_ended_on_check: [400, 'The day is before the entry that it ends', 'day'],
  receipt_differences_state: [409, 'The invoice is not open'],
  receipt_parts_broker: [400, 'The invoice is for another broker', 'parts'],
  receipt_parts_day: [400, 'The day is before the invoice date or the payment', 'parts'],
  receipt_parts_ended_on_check: [400, 'The day is before the payment was applied', 'day'],
  receipt_parts_state: [409, 'The invoice or the payment is no longer open'],
  receipt_parts_void: [409, 'Money is applied to this invoice. Take it off first.'],
  receipt_refunds_day: [400, 'The day is before the payment', 'day'],
  receipt_refunds_ended_check: [400, 'The day is before the refund', 'day'],
  receipts_applied_check: AT_ONCE,
  receipts_reversal_check: [400, 'The day is before the payment, or its money is in use', 'day'],
  receivable_entries_broker_id_fkey: [409, "This broker has invoices and can't be deleted"],
  receivable_entries_days: [
    409,
    'On at least one day, the open amount of an invoice would be below zero or above its total',
  ],
  receivable_entries_unapplied_days: [
    409,
    'On at least one day, more of the payment would be used than was received',
  ],
}

const FACTORING: Record<string, ConstraintMessage> = {
  account_map_factoring_fixed: [
    409,
    'A file for the accountant has entries of a factor. The method can’t be changed.',
    'factoring',
  ],
  export_entries_pkey: AT_ONCE,
  export_made: [409, 'The file for the accountant is made. It can’t be changed.'],
  factor_brokers_broker_id_key: AT_ONCE,
  factor_deposits_posted: [409, REPORT_POSTED],
  factor_deposits_sum: [400, 'The entries add up to another amount', 'entries'],
  factor_entries_bought: [400, 'An invoice is bought twice on a day', 'entries'],
  factor_entries_face: [
    400,
    'Advance, fee and reserve of an invoice must add up to its face amount',
    'entries',
  ],
  factor_entries_held: [400, RESERVE, 'entries'],
  factor_entries_left: [400, RESERVE, 'entries'],
  factor_entries_posted: [409, REPORT_POSTED],
  factor_schedule_lines_invoice_id_key: [409, 'An invoice is on another schedule now'],
  factor_schedule_lines_schedule_id_key: [409, 'An invoice is on this schedule already'],
  factor_schedules_number_key: AT_ONCE,
  factors_name_key: [400, 'A factor already has this name', 'name'],
}

const OTHERS: Record<string, ConstraintMessage> = {
  account_map_user_id_key: AT_ONCE,
  billing_settings_user_id_key: AT_ONCE,
  books_closed: [409, ({ text }) => describeClosed(text)],
  broker_checks_file_id_key: AT_ONCE,
  document_files_sha256_key: AT_ONCE,
  loads_settled_elsewhere_check: [
    400,
    'A load with a settlement date is settled here. Clear its settlement date first.',
    'settledElsewhere',
  ],
  lease_defaults_user_id_key: AT_ONCE,
  cards_holder_check: [409, cardMessages.holderDeleted, 'truckId'],
  cards_days_check: [400, cardMessages.endsEarly, 'endsOn'],
  cards_overlap: [409, cardMessages.overlap, 'startsOn'],
  costs_days_check: [400, costMessages.endsEarly, 'endsOn'],
  costs_spread_check: [409, costMessages.ofDeleted, 'truckId'],
  leases_days_check: [400, leaseMessages.endsEarly, 'endsOn'],
  leases_overlap: [409, leaseMessages.overlap, 'startsOn'],
  load_charges_document_id_fkey: [400, 'Document was not found', 'documentId'],
  load_charges_load_id_fkey: [409, 'The load was deleted'],
  loads_charged_revenue: [400, ({ text }) => comesFromCharges(text), 'revenue'],
  mail_settings_user_id_key: AT_ONCE,
  members_driver_id_fkey: [409, HAS_LOGIN.drivers],
  members_last_admin: [409, 'Your team needs an Admin. Make another member an Admin first.'],
  members_owner_id_fkey: [409, HAS_LOGIN.owners],
  members_person_id_key: [409, 'This person is already a member of the team'],
  persons_email_key: [409, 'This email already has a login', 'email'],
  reminder_settings_user_id_key: AT_ONCE,
  settings_user_id_key: [409, 'Settings already exist; update them instead'],
  team_settings_user_id_key: AT_ONCE,
  used_payee: [
    409,
    'It has settlements, balances or payments. Set its status to inactive instead.',
  ],
}

/** What a constraint asks: the request is accepted if the field in `confirm` is answered. */
export const CONSTRAINT_QUESTIONS: Record<string, string> = { books_closed: CLOSED_QUESTION }

export const CONSTRAINT_MESSAGES: Record<string, ConstraintMessage> = {
  ...SETTLEMENTS,
  ...PAYMENTS,
  ...INVOICES,
  ...MONEY_IN,
  ...FACTORING,
  ...OTHERS,
}

/** `description`: the recurring deduction. It would have deducted less than it refunds, or more than its total. */
function describeRefunded(description: string): string {
  const what = description ? `“${description}”` : 'this deduction'
  return `Another settlement refunds ${what}, or deducts what was refunded here. Change or void it first.`
}

/** `text`: the day through which the books are closed, and the day of the change: "2026-10-31 2026-10-15". */
function describeClosed(text: string): string {
  const [closedThrough = '', on = ''] = text.split(' ')
  return closingMessages.ask(closedThrough, on)
}
