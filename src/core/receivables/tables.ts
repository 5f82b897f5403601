/** The ledger of receivables, and the tables of collection. */
import { optionalChoice } from '#core/fields/choices.ts'
import { optionalDay, requiredReference } from '#core/fields/fields.ts'
import { text } from '#core/fields/text.ts'
import { contactFields, REMINDER_STAGES } from './contacts.ts'
import { DISPUTE_OUTCOMES, disputeFields } from './disputes.ts'
import { textColumn, type Tables } from '#core/entities/table.ts'
import { csvColumns } from '#core/transfer/csv.ts'
import { ledgerFields } from './ledger-listing.ts'
import { reminderSettingsFields } from './reminder-settings.ts'

const storedDisputeFields = {
  invoiceId: { ...text('Invoice ID'), control: 'quantity' as const },
  ...disputeFields,
  closedOn: optionalDay('Closed On'),
  outcome: optionalChoice('Outcome', DISPUTE_OUTCOMES),
}

const storedContactFields = {
  brokerId: requiredReference('Broker', 'brokers'),
  invoiceId: { ...text('Invoice ID'), control: 'quantity' as const },
  ...contactFields,
  reminder: optionalChoice('Reminder', REMINDER_STAGES),
}

export const receivableTables = {
  receivable_entries: {
    seenBy: 'invoices',
    fields: ledgerFields,
    csv: {
      file: 'receivable-entries',
      columns: [
        ...csvColumns(ledgerFields),
        textColumn('receiptId', 'Receipt ID'),
        textColumn('differenceId', 'Difference ID'),
        textColumn('creditNoteId', 'Credit Note ID'),
        textColumn('factorEntryId', 'Factor Entry ID'),
        textColumn('createdAt', 'Entered At'),
      ],
    },
  },
  disputes: {
    singular: 'Dispute',
    seenBy: 'invoices',
    labelField: 'reason',
    fields: storedDisputeFields,
    stored: { differenceId: 'Short Pay (ID)' },
    csv: {
      file: 'disputes',
      columns: [...csvColumns(storedDisputeFields), textColumn('differenceId', 'Difference ID')],
    },
  },
  contacts: {
    singular: 'Contact',
    words: { one: 'logged contact', many: 'logged contacts' },
    keepsLinked: true,
    seenBy: 'invoices',
    fields: storedContactFields,
    csv: {
      file: 'contacts',
      columns: [...csvColumns(storedContactFields), textColumn('personId', 'By (Person ID)')],
    },
  },
  reminder_settings: {
    singular: 'Reminder settings',
    seenBy: 'invoices',
    fields: reminderSettingsFields,
    csv: { file: 'reminder-settings' },
  },
} as const satisfies Tables
