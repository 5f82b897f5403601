/** Encrypts the secret fields of records before they are stored and decrypts them after (SPEC S13). */
import { sql, type QueryExecutorProvider } from 'kysely'
import { listSecrets } from '#core/entities/entity.ts'
import { UNREADABLE } from '#core/fields/fields.ts'
import type { Fields } from '#core/fields/field.ts'
import { getKeyring } from './keyring-plugin.ts'
import { KeyError, type Keyring } from './keys.ts'
import { seal, unseal, type SecretLocation } from './seal.ts'

/** An entity, or anything else with declared fields and a table. */
type Declared = { name: string; fields: Fields }
type Values = Record<string, unknown>
type Stored = Values & { userId: string; id: number }

/** Decrypts a stored record. A secret that cannot be decrypted becomes UNREADABLE. Throws KeyError without keys. */
export function openRecord<Record extends object>(
  database: QueryExecutorProvider,
  { name, fields }: Declared,
  record: Record,
): Record {
  const secrets = listSecrets(fields)
  // Most entities have none, and this runs for each record of a list.
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
 * The values as the record `id` stores them. `before` is the stored record. An unchanged secret keeps its bytes: it
 * must not look changed in the audit log, and one that cannot be decrypted must survive a save of other fields.
 */
export function sealValues(
  database: QueryExecutorProvider,
  declared: Declared,
  { userId, id }: { userId: string; id: number },
  values: Values,
  before?: object,
): Values {
  const previous = before && openRecord(database, declared, before)
  const sealed = listSecrets(declared.fields).flatMap((field) => {
    const value = values[field]
    if (typeof value !== 'string') return []
    if (previous && (previous as Values)[field] === value)
      return [[field, (before as Values)[field]]]
    const place = { userId, table: declared.name, field, id }
    return [[field, seal(getKeyring(database), place, value)]]
  })
  return { ...values, ...Object.fromEntries(sealed) }
}

/** One damaged value must not make a whole list fail. */
function readOrMark(keys: Keyring, place: SecretLocation, sealed: string): string {
  try {
    return unseal(keys, place, sealed)
  } catch (error) {
    if (error instanceof KeyError) return UNREADABLE
    throw error
  }
}

/** Reserves ids for new records: a secret is bound to the id of its record. */
export async function reserveIds(
  database: QueryExecutorProvider,
  table: string,
  count: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence(${table}, 'id')) as id
    from generate_series(1, ${count})`.execute(database)
  return rows.map(({ id }) => id)
}
