/** The ledger, disputes, contacts and reminder settings as CSV files. Only the ZIP of the whole account has them (SPEC B53). */
import { contactRecords } from '#core/receivables/contacts.ts'
import { disputeRecords } from '#core/receivables/disputes.ts'
import { ledgerFields } from '#core/receivables/ledger-listing.ts'
import { reminderSettingsFields } from '#core/receivables/reminder-settings.ts'
import { csvColumns } from '#core/transfer/csv.ts'
import type { CsvListing } from '#server/streaming/csv-text.ts'

export const receivableListings: CsvListing[] = [
  {
    file: 'receivable-entries',
    listed: { name: 'receivableEntries', fields: ledgerFields, columns: [] },
    columns: [
      ...csvColumns(ledgerFields),
      { name: 'receiptId', title: 'Receipt ID', control: 'text' },
      { name: 'differenceId', title: 'Difference ID', control: 'text' },
      { name: 'creditNoteId', title: 'Credit Note ID', control: 'text' },
      { name: 'factorEntryId', title: 'Factor Entry ID', control: 'text' },
      { name: 'createdAt', title: 'Entered At', control: 'text' },
    ],
  },
  {
    file: 'disputes',
    listed: disputeRecords,
    columns: [
      ...csvColumns(disputeRecords.fields),
      { name: 'differenceId', title: 'Difference ID', control: 'text' },
    ],
  },
  {
    file: 'contacts',
    listed: contactRecords,
    columns: [
      ...csvColumns(contactRecords.fields),
      { name: 'personId', title: 'By (Person ID)', control: 'text' },
    ],
  },
  {
    file: 'reminder-settings',
    listed: { name: 'reminderSettings', fields: reminderSettingsFields, columns: [] },
    columns: csvColumns(reminderSettingsFields),
  },
]
