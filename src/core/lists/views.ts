/** Saved views of a list, declared like an entity. */
import { z } from 'zod'
import type { RecordOf } from '#core/entities/entity.ts'
import { hiddenCharacterError } from '#core/fields/checks.ts'
import type { Field } from '#core/fields/field.ts'
import { findHiddenCharacter } from '#core/fields/hidden-characters.ts'
import { text } from '#core/fields/text.ts'

const LONGEST_ADDRESS = 4000

export const views = {
  name: 'views',
  singular: 'View',
  title: 'Views',
  label: 'name',
  uniqueWithin: ['list', 'personId'],
  fields: {
    list: text('List'),
    name: { ...text('Name'), unique: true },
    address: address('Address'),
  },
  columns: ['name'],
} as const

/** `address`: the part of the list's address after "?". */
export type SavedView = RecordOf<typeof views.fields>

/** "" is the list without search, filters and sort. */
function address(label: string): Field<string> {
  const schema = z
    .string(`${label} must be text`)
    .trim()
    .max(LONGEST_ADDRESS, `${label} must be ${LONGEST_ADDRESS} characters or fewer`)
    .regex(/^\P{Cc}*$/u, "Contains characters that can't be saved")
    .refine((value) => !findHiddenCharacter(value), { error: hiddenCharacterError(label) })
  return { label, control: 'text', schema, formDefault: '' }
}
