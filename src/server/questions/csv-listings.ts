/** The questions as a CSV file of the account's export (SPEC B53). */
import type { CsvListing } from '#server/streaming/csv-text.ts'

export const questionListing: CsvListing = {
  file: 'questions',
  listed: { name: 'questions', fields: {}, columns: [] },
  columns: [
    { name: 'billingId', title: 'Settlement ID', control: 'text' },
    { name: 'payee', title: 'Payee Key', control: 'text' },
    { name: 'number', title: 'Statement #', control: 'text' },
    { name: 'truck', title: 'Truck #', control: 'text' },
    { name: 'payeeName', title: 'Payee', control: 'text' },
    { name: 'lineKey', title: 'Line Key', control: 'text' },
    { name: 'lineText', title: 'Line', control: 'text' },
    { name: 'text', title: 'Question', control: 'text' },
    { name: 'askedAt', title: 'Asked At', control: 'text' },
    { name: 'askedBy', title: 'Asked By (Person ID)', control: 'text' },
    { name: 'answer', title: 'Answer', control: 'text' },
    { name: 'answeredAt', title: 'Answered At', control: 'text' },
    { name: 'answeredBy', title: 'Answered By (Person ID)', control: 'text' },
    { name: 'id', title: 'Question ID', control: 'text' },
  ],
}
