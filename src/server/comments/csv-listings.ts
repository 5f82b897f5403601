/** Comments as a CSV file. Only the ZIP of the whole account contains it (SPEC B53). */
import { comments } from '#core/comments/comments.ts'
import { csvColumns } from '#core/transfer/csv.ts'
import type { CsvListing } from '#server/streaming/csv-text.ts'

export const commentListing: CsvListing = {
  file: 'comments',
  listed: comments,
  columns: [
    { name: 'billingId', title: 'Settlement ID', control: 'text' },
    ...csvColumns(comments.fields),
    { name: 'personId', title: 'Person ID', control: 'text' },
    { name: 'createdAt', title: 'Written At', control: 'text' },
    { name: 'deletedAt', title: 'Deleted At', control: 'text' },
  ],
}
