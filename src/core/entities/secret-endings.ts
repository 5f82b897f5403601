/** What a record page shows of bank details and tax IDs until they are revealed (SPEC C73). */
import type { Field, Fields } from '#core/fields/field.ts'
import { UNREADABLE } from '#core/fields/fields.ts'
import { endingOfBank, endingOfTaxId } from '#core/portal/ending.ts'
import { listSecrets } from './entity.ts'

/** Keyed by field: null if nothing is on file, "" if its ending is not shown, else the last four: "6789". */
export type SecretEndings = Record<string, string | null>

export function listEndings(fields: Fields, record: Record<string, unknown>): SecretEndings {
  const secrets = Object.entries(fields).filter(([name]) => listSecrets(fields).includes(name))
  return Object.fromEntries(secrets.map(([name, field]) => [name, findEnding(field, record[name])]))
}

function findEnding({ control }: Field, value: unknown): string | null {
  if (typeof value !== 'string' || value === '') return null
  if (value === UNREADABLE) return ''
  return (control === 'lines' ? endingOfBank(value) : endingOfTaxId(value)) ?? ''
}
