/** What makes two spellings the same number: MC-771203, 771203 and MC 0771203 are one (SPEC C433). */
import { docketKey, usdotKey } from '#core/broker-checks/numbers.ts'
import { toNfc } from '#core/to-nfc.ts'
import type { Field, NumberSpelling } from './field.ts'

export const DOCKET: NumberSpelling = {
  of: (typed) => docketKey(typed) ?? fold(typed),
  sql: 'docket_key',
}
export const USDOT: NumberSpelling = {
  of: (typed) => usdotKey(typed) ?? fold(typed),
  sql: 'usdot_key',
}
/** Numbers of letters and digits, such as a VIN or the number of a license: hyphens and blanks don't count. */
export const SERIAL: NumberSpelling = { of: serialKey, sql: 'serial_key' }

export function withKey<Value extends string | null>(
  key: NumberSpelling,
  field: Field<Value>,
): Field<Value> {
  return { ...field, key }
}

/** "1FUJ-GLDR 5CS" → "1FUJGLDR5CS". */
function serialKey(typed: string): string {
  return typed.replaceAll(/[^A-Za-z0-9]/g, '').toUpperCase() || fold(typed)
}

function fold(typed: string): string {
  return toNfc(typed.trim()).toLowerCase()
}
