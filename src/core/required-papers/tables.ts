/** The table of the required papers. */
import type { Tables } from '#core/entities/table.ts'
import { requiredPapersFields } from './listing.ts'

export const requiredPaperTables = {
  document_needs: {
    singular: 'Required papers',
    seenBy: 'office',
    fields: requiredPapersFields,
    csv: { file: 'required-papers' },
  },
} as const satisfies Tables
