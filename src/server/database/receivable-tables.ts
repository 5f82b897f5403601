/** The tables of invoices and of what brokers owe. */
import type { Generated, GeneratedAlways } from 'kysely'
import type { Day } from '#core/calendar.ts'
import type { Amount } from '#core/money.ts'
import type { CONTACT_KINDS, ReminderStage } from '#core/receivables/contacts.ts'
import type { DisputeOutcome, DisputeReason } from '#core/receivables/disputes.ts'
import type { EntryKind } from '#core/receivables/entries.ts'

type Kept = {
  id: GeneratedAlways<number>
  userId: string
  version: Generated<number>
  createdAt: Generated<string>
  updatedAt: Generated<string>
}

export type InvoicesTable = Kept & {
  kind: Generated<'invoice' | 'credit-note'>
  state: Generated<'draft' | 'approved' | 'void'>
  number: string | null
  sequence: number | null
  brokerId: number
  invoiceDate: Day | null
  termsDays: number
  dueOn: Day | null
  total: Generated<Amount>
  /** Kept by the database: the sum of the ledger's entries. */
  openAmount: GeneratedAlways<Amount>
  creditsId: number | null
  rebillsId: number | null
  supplementsId: number | null
  factorId: number | null
  note: string | null
  approvedAt: string | null
  approvedBy: string | null
  voidedOn: Day | null
  voidReason: string | null
}

export type InvoiceLoadsTable = {
  userId: string
  invoiceId: number
  loadId: number
  standing: Generated<boolean>
  supplement: Generated<boolean>
}

export type InvoiceLinesTable = {
  userId: string
  id: GeneratedAlways<number>
  invoiceId: number
  number: number
  loadId: number | null
  chargeId: number | null
  kind: string
  description: string | null
  quantity: Amount | null
  rate: Amount | null
  amount: Amount
  creditsLineId: number | null
  standing: Generated<boolean>
}

export type ReceivableEntriesTable = {
  userId: string
  id: GeneratedAlways<number>
  brokerId: number
  invoiceId: number | null
  day: Day
  kind: EntryKind
  amount: Amount
  receiptId: number | null
  differenceId: number | null
  creditNoteId: number | null
  factorEntryId: number | null
  createdAt: Generated<string>
}

export type DisputesTable = Kept & {
  invoiceId: number
  reason: DisputeReason
  amount: Amount
  openedOn: Day
  note: string | null
  nextStep: string | null
  nextOn: Day | null
  closedOn: Day | null
  outcome: DisputeOutcome | null
  differenceId: number | null
}

export type ContactsTable = Kept & {
  brokerId: number
  invoiceId: number | null
  day: Day
  kind: (typeof CONTACT_KINDS)[number]['value']
  text: string
  nextOn: Day | null
  reminder: ReminderStage | null
  personId: string | null
}

export type ReminderSettingsTable = Kept & {
  beforeDays: number
  dueDays: number
  finalDays: number
  beforeText: string | null
  dueText: string | null
  finalText: string | null
}
