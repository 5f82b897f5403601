/** The table of the required papers. */
import type { Tables } from '#core/entities/table.ts'
import { optionalDay, reference } from '#core/fields/fields.ts'
import { optionalText } from '#core/fields/text.ts'

const requiredPapersFields = {
  brokerId: reference('Broker', 'brokers', 'Company'),
  firstDay: optionalDay('From'),
  toSettle: { ...optionalText('Ready to Settle'), control: 'none' as const },
  toBill: { ...optionalText('Ready to Bill'), control: 'none' as const },
}

export const requiredPaperTables = {
  document_needs: {
    singular: 'Required documents',
    seenBy: 'office',
    fields: requiredPapersFields,
    csv: { file: 'required-papers' },
  },
} as const satisfies Tables
