/** The ledger of receivables, and the tables of collection. */
import { textColumn, type Tables } from '#core/entities/table.ts'
import { csvColumns } from '#core/transfer/csv.ts'
import { contactRecords } from './contacts.ts'
import { disputeRecords } from './disputes.ts'
import { ledgerFields } from './ledger-listing.ts'
import { reminderSettingsFields } from './reminder-settings.ts'

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
    singular: disputeRecords.singular,
    seenBy: 'invoices',
    labelField: 'reason',
    fields: disputeRecords.fields,
    stored: { differenceId: 'Short Pay (ID)' },
    csv: {
      file: 'disputes',
      columns: [...csvColumns(disputeRecords.fields), textColumn('differenceId', 'Difference ID')],
    },
  },
  contacts: {
    singular: contactRecords.singular,
    seenBy: 'invoices',
    fields: contactRecords.fields,
    csv: {
      file: 'contacts',
      columns: [...csvColumns(contactRecords.fields), textColumn('personId', 'By (Person ID)')],
    },
  },
  reminder_settings: {
    singular: 'Reminder settings',
    seenBy: 'invoices',
    fields: reminderSettingsFields,
    csv: { file: 'reminder-settings' },
  },
} as const satisfies Tables
