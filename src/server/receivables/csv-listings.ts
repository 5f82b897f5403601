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
/** The receivables ledger as a CSV file of the account's ZIP (SPEC B53). */
import { signedMoney } from '#core/fields/amounts.ts'
import { day, requiredReference } from '#core/fields/fields.ts'
import { text } from '#core/fields/text.ts'
import { csvColumns, type CsvColumn } from '#core/transfer/csv.ts'
import type { CsvListing } from '#server/streaming/csv-text.ts'

const fields = {
  day: day('Day'),
  brokerId: requiredReference('Broker', 'brokers'),
  kind: text('Entry'),
  amount: signedMoney('Amount'),
}

const id = (name: string, title: string): CsvColumn => ({ name, title, control: 'text' })

export const receivableListings: CsvListing[] = [
  {
    file: 'receivables-ledger',
    listed: { name: 'receivableEntries', fields, columns: [] },
    columns: [
      ...csvColumns(fields),
      id('invoiceId', 'Invoice ID'),
      id('receiptId', 'Receipt ID'),
      id('differenceId', 'Difference ID'),
      id('creditNoteId', 'Credit Note ID'),
      id('factorEntryId', 'Factor Entry ID'),
    ],
  },
]
