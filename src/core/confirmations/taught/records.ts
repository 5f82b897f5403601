import type { Listing } from '#core/entities/entity.ts'
import { optionalText, text } from '#core/fields/text.ts'

/** Taught layouts, declared like an entity for the audit log and the account's CSV files. */
export const taughtLayoutRecords = {
  name: 'taughtLayouts',
  singular: 'Taught layout',
  title: 'Taught Layouts',
  description:
    'Where rate confirmations of a broker have their values, as members pointed at them.',
  label: 'broker',
  fields: {
    broker: text('Broker'),
    layout: { ...optionalText('Layout'), control: 'none' as const },
  },
  columns: ['broker'],
} as const satisfies Listing
