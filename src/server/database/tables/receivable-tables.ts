/** The tables of invoices, their packets, and of what brokers owe. */
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Day } from '#core/calendar.ts'
import type { BillingSettings } from '#core/invoices/settings.ts'
import type { Amount } from '#core/money.ts'
import type { CONTACT_KINDS, ReminderStage } from '#core/receivables/contacts.ts'
import type { DisputeOutcome, DisputeReason } from '#core/receivables/disputes.ts'
import type { OrderedKind } from '#core/packets/paper-order.ts'
import type { Channel, SentPaper } from '#core/packets/packets.ts'
import type { ReceivableKind } from '#core/receivables/entries.ts'

type Kept = {
  id: GeneratedAlways<number>
  userId: string
  version: Generated<number>
  createdAt: Generated<string>
  updatedAt: Generated<string>
}

type InvoicesTable = Kept & {
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
  /** Kept by the database: the first day of a sending that was not undone. */
  sentOn: GeneratedAlways<Day | null>
  creditsId: number | null
  rebillsId: number | null
  supplementsId: number | null
  factorId: number | null
  /** Kept by the database: what its credit notes add up to. */
  creditedAmount: GeneratedAlways<Amount>
  note: string | null
  approvedAt: string | null
  approvedBy: string | null
  voidedOn: Day | null
  voidReason: string | null
}

type InvoiceLoadsTable = {
  userId: string
  invoiceId: number
  loadId: number
  standing: Generated<boolean>
  supplement: Generated<boolean>
}

type InvoiceLinesTable = {
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
  /** Why a typed line was added. */
  reason: string | null
}

/** The first and the last number of the account's sequence. */
type InvoiceNumbersTable = { userId: string; first: number; last: number }

type InvoiceSnapshotsTable = { userId: string; invoiceId: number; snapshot: string }

/** Kept by triggers: loads whose billed total differs from their invoices. */
type InvoiceDriftTable = { userId: string; loadId: number; billed: Amount; today: Amount }

type BillingSettingsTable = Kept & BillingSettings

type ReceivableEntriesTable = {
  userId: string
  id: GeneratedAlways<number>
  brokerId: number
  invoiceId: number | null
  day: Day
  kind: ReceivableKind
  amount: Amount
  receiptId: number | null
  differenceId: number | null
  creditNoteId: number | null
  factorEntryId: number | null
  createdAt: Generated<string>
}

type DisputesTable = Kept & {
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

type ContactsTable = Kept & {
  brokerId: number
  invoiceId: number | null
  day: Day
  kind: (typeof CONTACT_KINDS)[number]['value']
  text: string
  nextOn: Day | null
  reminder: ReminderStage | null
  personId: string | null
}

type ReminderSettingsTable = Kept & {
  beforeDays: number
  dueDays: number
  finalDays: number
  beforeText: string | null
  dueText: string | null
  finalText: string | null
}

/** `brokerId`: null for the company's order. */
type PacketOrdersTable = Kept & {
  brokerId: number | null
  kinds: ColumnType<OrderedKind[], string, string>
}

type InvoiceSendingsTable = Kept & {
  invoiceId: number
  channel: Channel
  note: string | null
  askedOn: Day
  /** Null while an email waits for the mail server. */
  sentOn: Day | null
  sha256: string
  pages: number
  bytes: number
  papers: ColumnType<SentPaper[], string, never>
  sentBy: string | null
  undoneOn: Day | null
  undoneBy: string | null
  undoneReason: string | null
}

export type BillingTables = {
  invoices: InvoicesTable
  invoiceLoads: InvoiceLoadsTable
  invoiceLines: InvoiceLinesTable
  packetOrders: PacketOrdersTable
  invoiceSendings: InvoiceSendingsTable
  invoiceNumbers: InvoiceNumbersTable
  invoiceSnapshots: InvoiceSnapshotsTable
  invoiceDrift: InvoiceDriftTable
  billingSettings: BillingSettingsTable
  receivableEntries: ReceivableEntriesTable
  disputes: DisputesTable
  contacts: ContactsTable
  reminderSettings: ReminderSettingsTable
}
