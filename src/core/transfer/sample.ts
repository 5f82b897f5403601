/** A file to start from: every column, and one line that can be imported as it is (SPEC B51). */
import { BYTE_ORDER_MARK, csvColumns, csvLine, headingLine } from './csv.ts'
import type { Entity } from '#core/entities/entity.ts'
import { sentence } from '#core/fields/checks.ts'
import type { Control, Field } from '#core/fields/fields.ts'

export function sampleCsv({ fields }: Pick<Entity, 'fields'>): string {
  const cells = Object.values(fields).map(exampleValue)
  return BYTE_ORDER_MARK + headingLine(csvColumns(fields)) + csvLine(cells)
}

/** Blank where the account's own records would have to be known. */
const EXAMPLES: Partial<Record<Control, string>> = {
  email: 'pat@example.com',
  phone: '(555) 010-2030',
  state: 'TX',
  day: '11/20/2026',
  money: '$1,234.50',
  quantity: '780',
  year: '2024',
  reference: '',
  none: '',
}

function exampleValue({ control, label, options }: Field): string {
  return EXAMPLES[control] ?? options?.[0]?.label ?? sentence(`Example ${label}`)
}
