/** Finds the stored record that a row of a file is about (SPEC C59). */
import { toNfc } from '#core/to-nfc.ts'
import type { Fields } from '#core/fields/field.ts'
import type { ImportList, ImportListName } from './import-list.ts'

/** What happens to rows of records that are already stored. `reject`: each is an error. */
export type Existing = 'reject' | 'skip' | 'update'

/** The fields that identify a record, the most reliable first. */
const KEYS: Readonly<Record<ImportListName, readonly string[]>> = {
  loads: ['loadId'],
  trucks: ['truckId', 'vin'],
  trailers: ['trailerId', 'vin'],
  brokers: ['mcNumber', 'dotNumber', 'companyName'],
  drivers: ['licenseNumber', 'name'],
  owners: ['name'],
  dispatchers: ['name'],
  charges: [],
}

/** A field that makes a number unique: two states can issue the same license number. */
const PLACE_OF_ISSUE: Readonly<Record<string, string>> = { licenseNumber: 'licenseState' }

type Keys = Record<string, unknown>

export function listKeys({ name }: Pick<ImportList, 'name'>): readonly string[] {
  return KEYS[name]
}

/** The keys, and the fields that distinguish equal keys. */
export function listKeyFields(entity: Pick<ImportList, 'name'>): string[] {
  return listKeys(entity).flatMap((key) => [key, PLACE_OF_ISSUE[key] ?? []].flat())
}

/** The most reliable key of a row, as one text with its value and the fields that distinguish it; undefined if the row has none. */
export function findMostReliableKey(
  entity: Pick<ImportList, 'name' | 'fields'>,
  row: Keys,
): { key: string; folded: string } | undefined {
  const key = listKeys(entity).find((name) => foldKey(row[name]))
  if (key === undefined) return undefined
  return {
    key,
    folded: JSON.stringify([
      key,
      identify(entity.fields, key, row[key]),
      foldKey(findPlaceOfIssue(row, key)),
    ]),
  }
}

/** The value as a key: MC-771203 and 771203 are one MC number (SPEC C433). Blank for a blank value. */
export function identify(fields: Fields, name: string, value: unknown): string {
  const folded = foldKey(value)
  return folded && typeof value === 'string' ? (fields[name]?.key?.of(value) ?? folded) : folded
}

/** "C.H. ROBINSON" and "c.h. robinson" are one key. */
export function foldKey(value: unknown): string {
  return typeof value === 'string' ? toNfc(value.trim()).toLowerCase() : ''
}

/**
 * The records that a row can mean, at most one unless it is ambiguous. A record matches by the most reliable key that it
 * shares with the row, if no more reliable key differs: a broker of the same name with a different MC number is a
 * different broker.
 * Numbers are unique as stored (SPEC B15): of T-9 and t-9, the number that is written like the row's number matches.
 */
export function findStored<Stored extends Keys>(
  entity: Pick<ImportList, 'name' | 'fields'>,
  row: Keys,
  stored: readonly Stored[],
): Stored[] {
  const keys = listKeys(entity)
  const { fields } = entity
  for (const [at, key] of keys.entries()) {
    const value = identify(fields, key, row[key])
    if (value === '') continue
    const fits = stored.filter(
      (record) =>
        identify(fields, key, record[key]) === value &&
        keys.slice(0, at + 1).every((stronger) => !keyDiffers(fields, stronger, row, record)),
    )
    const exact = fits.filter((record) => entity.fields[key]?.unique && record[key] === row[key])
    if (fits.length) return exact.length ? exact : fits
  }
  return []
}

function keyDiffers(fields: Fields, key: string, row: Keys, record: Keys): boolean {
  return (
    differs(identify(fields, key, row[key]), identify(fields, key, record[key])) ||
    differs(foldKey(findPlaceOfIssue(row, key)), foldKey(findPlaceOfIssue(record, key)))
  )
}

function findPlaceOfIssue(row: Keys, key: string): unknown {
  const field = PLACE_OF_ISSUE[key]
  return field && row[field]
}

function differs(one: string, other: string): boolean {
  return one !== '' && other !== '' && one !== other
}
