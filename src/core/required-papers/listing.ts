import type { Listing } from '#core/entities/entity.ts'
import { optionalDay, reference } from '#core/fields/fields.ts'
import { optionalText } from '#core/fields/text.ts'

export const requiredPapersFields = {
  brokerId: reference('Broker', 'brokers', 'Company'),
  firstDay: optionalDay('From'),
  toSettle: { ...optionalText('Ready to Settle'), control: 'none' as const },
  toBill: { ...optionalText('Ready to Bill'), control: 'none' as const },
}

/** Required papers, declared for the account's CSV files. */
export const requiredPapers = {
  name: 'documentNeeds',
  singular: 'Required papers',
  title: 'Required Papers',
  description: 'Which papers a load needs.',
  label: 'brokerId',
  fields: requiredPapersFields,
  columns: ['brokerId'],
} as const satisfies Listing
