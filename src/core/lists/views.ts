/** A person's own views of a list, kept by name. Declared as the entities are; only its screen is another. */
import { z } from 'zod'
import type { RecordOf } from '#core/entities/entity.ts'
import type { Field } from '#core/fields/field.ts'
import { text } from '#core/fields/text.ts'

const LONGEST_ADDRESS = 4000

export const views = {
  name: 'views',
  singular: 'View',
  title: 'Views',
  label: 'name',
  fields: {
    list: text('List'),
    name: { ...text('Name'), unique: true },
    address: address('Address'),
  },
  columns: ['name'],
} as const

/** A saved view: of the list called `list`, everything that its address says after the "?". */
export type SavedView = RecordOf<typeof views.fields>

/** "" is the list as it stands. */
function address(label: string): Field<string> {
  const schema = z
    .string(`${label} must be text`)
    .trim()
    .max(LONGEST_ADDRESS, `${label} may be at most ${LONGEST_ADDRESS} characters`)
    .regex(/^\P{Cc}*$/u, 'Control characters are not allowed')
  return { label, control: 'text', schema, formDefault: '' }
}
