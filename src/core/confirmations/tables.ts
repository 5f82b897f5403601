/** The table of taught layouts of rate confirmations. */
import type { Tables } from '#core/entities/table.ts'
import { optionalText, text } from '#core/fields/text.ts'

const taughtLayoutFields = {
  broker: text('Broker'),
  layout: { ...optionalText('Layout'), control: 'none' as const },
}

export const confirmationTables = {
  taught_layouts: {
    singular: 'Taught layout',
    seenBy: 'loads',
    fields: taughtLayoutFields,
    csv: { file: 'taught-layouts' },
  },
} as const satisfies Tables
