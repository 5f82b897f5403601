/** Reads the keys at the start and checks that they match the database (SPEC S13). */
import { type RawBuilder, sql } from 'kysely'
import { everyEntity } from '#core/entities/entities.ts'
import { listSecrets } from '#core/entities/entity.ts'
import type { Database, Work } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { setKeyring } from './keyring-plugin.ts'
import {
  createKeyFile,
  KEY_FILE,
  KeyError,
  type Keyring,
  readKeyFile,
  readKeyring,
} from './keys.ts'
import { seal, type SecretLocation, unseal } from './seal.ts'

export type KeySource = {
  /** The folder of the key file. */
  dataDir: string
  /** The keys themselves instead of a file. */
  encryptionKey: string | undefined
}

/** `unreadable`: the number of values that could not be decrypted. */
export type Unlocked = { keys: Keyring; unreadable: number }

/**
 * Call it after the migrations. Creates a key if the database has none. Encrypts values under an older key with
 * the current key. Throws KeyError if the keys do not match.
 */
export async function unlockSecrets(database: Database, source: KeySource): Promise<Unlocked> {
  const keys = await inTransaction(database, async (work) => {
    // Two instances that start at the same time must not create two keys.
    await sql`lock table encryption_keys in exclusive mode`.execute(work)
    const keys = await readKeys(source, await readKnownIds(work))
    const current = work.insertInto('encryptionKeys').values({ id: keys[0].id })
    await current.onConflict((conflict) => conflict.doNothing()).execute()
    return keys
  })
  setKeyring(database, keys)
  return { keys, unreadable: await reseal(database, keys) }
}

async function readKeys(source: KeySource, known: string[]): Promise<Keyring> {
  const given =
    source.encryptionKey === undefined
      ? await readKeyFile(source.dataDir)
      : readKeyring(source.encryptionKey, 'ENCRYPTION_KEY')
  if (given) {
    rejectUnknownKey(given, known, source)
    return given
  }
  if (known.length) throw missingKeyFile(source)
  return createKeyFile(source.dataDir)
}

/** Every key that encrypted a value of the database must be present. */
function rejectUnknownKey(keys: Keyring, known: string[], source: KeySource): void {
  const here = new Set(keys.map(({ id }) => id))
  if (known.some((id) => !here.has(id))) throw differentKey(source)
}

function differentKey({ dataDir, encryptionKey }: KeySource): KeyError {
  const found = encryptionKey === undefined ? `the key in ${dataDir}/${KEY_FILE}` : 'ENCRYPTION_KEY'
  return new KeyError(
    `The bank details and tax IDs of this database were encrypted with a different key than ${found}. Restore the right key; without it they cannot be read.`,
  )
}

function missingKeyFile({ dataDir }: KeySource): KeyError {
  return new KeyError(
    `${dataDir}/${KEY_FILE} is missing. The bank details and tax IDs of this database are encrypted with its key. Copy your saved ${KEY_FILE} to ${dataDir}, or set ENCRYPTION_KEY to its content. Without it they cannot be read.`,
  )
}

async function readKnownIds(work: Work): Promise<string[]> {
  const rows = await work.selectFrom('encryptionKeys').select('id').execute()
  return rows.map(({ id }) => id)
}

// Encrypts values under an older key with the current key (SPEC S13).

const BATCH = 500

/** `field`: the column of the sealed values. `key`: the columns of the row's key; `id` is a number. */
type Column = { table: string; field: string; selectPlace: RawBuilder<unknown>; key: Key }
type Key = { userId: RawBuilder<unknown>; id: RawBuilder<unknown> }
/** `place`: the record and field that the value belongs to. */
type Row = { userId: string; id: number; sealed: string; place: Omit<SecretLocation, 'userId'> }
type Changed = Row & { after: string }

const OF_ACCOUNT: Key = { userId: sql.ref('user_id'), id: sql.ref('id') }
const OF_PERSON: Key = { userId: sql.ref('person_id'), id: sql`0::bigint` }

/** The secrets of deleted records stay encrypted for these (SPEC C43). */
const DELETED: Column = {
  table: 'undoSecrets',
  field: 'sealed',
  selectPlace: sql`json_build_object('table', subject, 'field', field, 'id', record_id)`,
  key: OF_ACCOUNT,
}

/** Secrets of authenticator apps (SPEC C76). */
const SECOND_STEPS: Column = {
  table: 'secondSteps',
  field: 'secret',
  selectPlace: sql`json_build_object('table', 'second_steps', 'field', 'secret', 'id', 0)`,
  key: OF_PERSON,
}

const columns: Column[] = [
  ...everyEntity.flatMap(({ name, fields }) =>
    listSecrets(fields).map((field) => ({
      table: name,
      field,
      selectPlace: sql`json_build_object('table', ${name}::text, 'field', ${field}::text, 'id', id)`,
      key: OF_ACCOUNT,
    })),
  ),
  DELETED,
  SECOND_STEPS,
]

/**
 * Works in batches of 500 records, each in a transaction. After a kill the next start continues. Returns the number
 * of values that could not be decrypted; they stay unchanged.
 */
async function reseal(database: Database, keys: Keyring): Promise<number> {
  for (;;) {
    let unreadable = 0
    for (const column of columns) unreadable += await sealColumn(database, keys, column)
    if (await deleteOlderKeys(database, keys, unreadable)) return unreadable
  }
}

/** Deletes the older keys' ids, so that no instance can encrypt with them. False if another instance did so first. */
async function deleteOlderKeys(
  database: Database,
  keys: Keyring,
  unreadable: number,
): Promise<boolean> {
  return inTransaction(database, async (work) => {
    // Waits for the transactions that have written secrets, and blocks others: their trigger then finds the key gone.
    const tables = [...new Set(columns.map(({ table }) => table))]
    await sql`lock table ${sql.join(tables.map((table) => sql.table(table)))} in share mode`.execute(
      work,
    )
    let left = 0
    for (const column of columns) left += await countOutdated(work, keys, column)
    if (left > unreadable) return false
    await work.deleteFrom('encryptionKeys').where('id', '!=', keys[0].id).execute()
    return true
  })
}

async function sealColumn(database: Database, keys: Keyring, column: Column): Promise<number> {
  let unreadable = 0
  let after: Pick<Row, 'userId' | 'id'> = { userId: '00000000-0000-0000-0000-000000000000', id: 0 }
  for (;;) {
    const rows = await readOutdated(database, keys, column, after)
    const last = rows.at(-1)
    if (!last) break
    const changed = rows.flatMap((row) => resealValue(keys, row))
    if (changed.length) await writeChanged(database, column, changed)
    unreadable += rows.length - changed.length
    after = last
  }
  return unreadable
}

async function readOutdated(
  database: Database,
  keys: Keyring,
  column: Column,
  { userId, id }: Pick<Row, 'userId' | 'id'>,
): Promise<Row[]> {
  const { key } = column
  const { rows } = await sql<Row>`select ${key.userId} as user_id, ${key.id} as id,
      ${sql.ref(column.field)} as sealed, ${column.selectPlace} as place
    from ${sql.table(column.table)} where ${isOutdated(keys, column)}
      and (${key.userId}, ${key.id}) > (${userId}::uuid, ${id}::bigint)
    order by ${key.userId}, ${key.id} limit ${BATCH}`.execute(database)
  return rows
}

async function countOutdated(work: Work, keys: Keyring, column: Column): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count
    from ${sql.table(column.table)} where ${isOutdated(keys, column)}`.execute(work)
  return rows[0]?.count ?? 0
}

function isOutdated([current]: Keyring, { field }: Column) {
  return sql`${sql.ref(field)} is not null
    and substring(${sql.ref(field)} for 9) <> ${`\\x01${current.id}`}::bytea`
}

/** Nothing if it cannot be decrypted: its key may come back. */
function resealValue(keys: Keyring, row: Row): Changed[] {
  const place: SecretLocation = { userId: row.userId, ...row.place }
  try {
    return [{ ...row, after: seal(keys, place, unseal(keys, place, row.sealed)) }]
  } catch (error) {
    if (error instanceof KeyError) return []
    throw error
  }
}

/** Skips values that changed since they were read, for example by another instance. */
async function writeChanged(
  database: Database,
  { table, field, key }: Column,
  rows: Changed[],
): Promise<void> {
  const tuples = rows.map(
    ({ userId, id, sealed, after }) =>
      sql`(${userId}::uuid, ${id}::bigint, ${sealed}::bytea, ${after}::bytea)`,
  )
  const update = sql`update ${sql.table(table)} as record set ${sql.ref(field)} = changed.after
    from (values ${sql.join(tuples)}) as changed (account, record_id, before, after)
    where ${key.userId} = changed.account and ${key.id} = changed.record_id
      and record.${sql.ref(field)} = changed.before`
  await inTransaction(database, async (work) => {
    // The value is the same, so the audit log must not show a change.
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(work)
    await update.execute(work)
    await sql`alter table ${sql.table(table)} enable trigger user`.execute(work)
  })
}
