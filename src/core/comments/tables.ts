/** The table of comments. */
import { textColumn, type Tables } from '#core/entities/table.ts'
import { csvColumns } from '#core/transfer/csv.ts'
import { comments } from './comments.ts'

export const commentTables = {
  comments: {
    singular: 'Comment',
    // Includes comments on settlements.
    seenBy: 'settlements',
    fields: comments.fields,
    stored: { billingId: 'Settlement', deletedAt: 'Deleted' },
    links: { billingId: 'billing' },
    csv: {
      file: 'comments',
      columns: [
        textColumn('billingId', 'Settlement ID'),
        ...csvColumns(comments.fields),
        textColumn('personId', 'Person ID'),
        textColumn('createdAt', 'Written At'),
        textColumn('deletedAt', 'Deleted At'),
      ],
    },
  },
} as const satisfies Tables
