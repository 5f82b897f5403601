/** The table of taught layouts of rate confirmations. */
import type { Tables } from '#core/entities/table.ts'
import { taughtLayoutRecords } from './taught/records.ts'

export const confirmationTables = {
  taught_layouts: {
    singular: taughtLayoutRecords.singular,
    seenBy: 'loads',
    fields: taughtLayoutRecords.fields,
    csv: { file: 'taught-layouts' },
  },
} as const satisfies Tables
