/** Reads the keys at the start and checks that they match the database (SPEC S13). */
import { sql } from 'kysely'
import type { Database, Work } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { setKeyring } from './keyring-plugin.ts'
import {
  KEY_FILE,
  KeyError,
  createKeyFile,
  readKeyFile,
  readKeyring,
  type Keyring,
} from './keys.ts'
import { reseal } from './reseal.ts'

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
