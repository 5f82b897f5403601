/** The secret fields of records: sealed on the way in, opened on the way out (SPEC S13). */
import { sql, type QueryExecutorProvider } from 'kysely'
import { listSecrets } from '#core/entities/entity.ts'
import { UNREADABLE } from '#core/fields/fields.ts'
import type { Fields } from '#core/fields/field.ts'
import { getKeyring } from './keyring-plugin.ts'
import { KeyError, type Keyring } from './keys.ts'
import { seal, unseal, type SecretLocation } from './seal.ts'

/** What has secrets: an entity, or anything else with declared fields and a table. */
type Kept = { name: string; fields: Fields }
type Values = Record<string, unknown>
type Stored = Values & { userId: string; id: number }

/** A record as it is stored, readable; of a secret that does not open it says so. Throws KeyError without keys. */
export function openRecord<Record extends object>(
  database: QueryExecutorProvider,
  { name, fields }: Kept,
  record: Record,
): Record {
  const secrets = listSecrets(fields)
  // Most kinds have none, and this is done for each record of a list.
  if (!secrets.length) return record
  const { userId, id, ...values } = record as unknown as Stored
  const opened = secrets.flatMap((field) => {
    const sealed = values[field]
    if (typeof sealed !== 'string') return []
    return [[field, readOrMark(getKeyring(database), { userId, table: name, field, id }, sealed)]]
  })
  return opened.length ? { ...record, ...Object.fromEntries(opened) } : record
}

/**
 * The values as they are stored in the account's record `id`. What `before` (as it is stored) says already
 * stays the same bytes: a secret that nobody changed must not look changed, and one that cannot be read
 * must not be lost by a save of something else.
 */
export function sealValues(
  database: QueryExecutorProvider,
  kept: Kept,
  { userId, id }: { userId: string; id: number },
  values: Values,
  before?: object,
): Values {
  const former = before && openRecord(database, kept, before)
  const sealed = listSecrets(kept.fields).flatMap((field) => {
    const value = values[field]
    if (typeof value !== 'string') return []
    if (former && isSame((former as Values)[field], value)) return [[field, (before as Values)[field]]]
    const place = { userId, table: kept.name, field, id }
    return [[field, seal(getKeyring(database), place, value)]]
  })
  return { ...values, ...Object.fromEntries(sealed) }
}

/** A form that was opened before an upgrade may send the earlier placeholder of an unreadable secret. */
function isSame(stored: unknown, sent: string): boolean {
  return stored === sent || (stored === UNREADABLE && sent === '[cannot be read]')
}

/** One damaged value must not take a whole list with it. */
function readOrMark(keys: Keyring, place: SecretLocation, sealed: string): string {
  try {
    return unseal(keys, place, sealed)
  } catch (error) {
    if (error instanceof KeyError) return UNREADABLE
    throw error
  }
}

/** The ids of records that are about to be stored: a secret is bound to its record's. */
export async function newIds(
  database: QueryExecutorProvider,
  table: string,
  count: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence(${table}, 'id')) as id
    from generate_series(1, ${count})`.execute(database)
  return rows.map(({ id }) => id)
}
