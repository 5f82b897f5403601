/** Compares the versions of a record after a conflict (SPEC B22). */
import { formValues } from '#core/entities/entity.ts'
import type { Field, Fields } from '#core/fields/field.ts'
import type { FormText } from './form-text.ts'

export type Version = 'saved' | 'edited'

export type Difference = {
  name: string
  field: Field
  /** The version that is proposed: a field that the user did not edit keeps the saved value. */
  proposed: Version
}

/** A choice between the parts of two versions, such as the charges of a load: all of one or all of the other. */
export type PartsChoice = {
  label: string
  saved: string
  edited: string
  /** What the edited version would delete from the saved version. */
  lost: string | null
  proposed: Version
}

export type PartsConflict = {
  /** The fields that are calculated from the parts, so the user does not choose them. */
  follows: string[]
  /** Null: there is nothing to choose, and the saved version is kept. */
  choice: PartsChoice | null
  /** Keeps one version, and returns what the request then sends, as `read` does. */
  keep: (version: Version) => Record<string, unknown> | null
}

type FormVersions = {
  /** The record as the user opened it. */
  start: FormText | undefined
  saved: FormText
  edited: FormText
}

/** The fields whose values differ, in the order of the form. */
export function listDifferences(
  fields: Fields,
  { start, saved, edited }: FormVersions,
): Difference[] {
  return Object.entries(fields)
    .filter(([name]) => saved[name] !== edited[name])
    .map(([name, field]) => {
      const isUntouched = start !== undefined && start[name] === edited[name]
      return { name, field, proposed: isUntouched ? 'saved' : 'edited' }
    })
}

export function omitFields(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))
}

/** Whether both records have the same values in `fields`. */
export function isSameRecord(
  fields: Fields,
  one: Record<string, unknown>,
  other: Record<string, unknown>,
): boolean {
  const [saved, edited] = [formValues(fields, one), formValues(fields, other)]
  return listDifferences(fields, { start: undefined, saved, edited }).length === 0
}
