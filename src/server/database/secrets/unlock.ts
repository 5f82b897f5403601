/** Reads the keys at the start, and sees to it that they fit what the database holds (SPEC S13). */
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
  /** Where the key's file is, or will be. */
  dataDir: string
  /** The keys themselves, in place of a file. */
  encryptionKey: string | undefined
}

/** `unreadable`: how many of what had to be closed anew could not be read. */
export type Unlocked = { keys: Keyring; unreadable: number }

/**
 * Call it once the migrations are in. A key is made where the database has none yet; what is plain, or
 * closed with an older key, is closed with the current one. Throws KeyError where the keys do not fit.
 */
export async function unlockSecrets(database: Database, source: KeySource): Promise<Unlocked> {
  const keys = await inTransaction(database, async (work) => {
    // Two copies that start at once must not each begin with a key of its own.
    await sql`lock table encryption_keys in exclusive mode`.execute(work)
    const keys = await keysFor(source, await knownKeys(work))
    const current = work.insertInto('encryptionKeys').values({ id: keys[0].id })
    await current.onConflict((conflict) => conflict.doNothing()).execute()
    return keys
  })
  setKeyring(database, keys)
  return { keys, unreadable: await reseal(database, keys) }
}

async function keysFor(source: KeySource, known: string[]): Promise<Keyring> {
  const given =
    source.encryptionKey === undefined
      ? await readKeyFile(source.dataDir)
      : readKeyring(source.encryptionKey, 'ENCRYPTION_KEY')
  if (given) {
    rejectUnknownKey(given, known, source)
    return given
  }
  if (known.length) throw lost(source)
  return createKeyFile(source.dataDir)
}

/** Of each key that the database's secrets were closed with, one must be here. */
function rejectUnknownKey(keys: Keyring, known: string[], source: KeySource): void {
  const here = new Set(keys.map(({ id }) => id))
  if (known.some((id) => !here.has(id))) throw lost(source)
}

function lost({ dataDir, encryptionKey }: KeySource): KeyError {
  const found = encryptionKey === undefined ? `the key in ${dataDir}/${KEY_FILE}` : 'ENCRYPTION_KEY'
  return new KeyError(
    `The bank details and tax ids of this database were encrypted with another key than ${found}. Put the right one there; without it they cannot be read.`,
  )
}

async function knownKeys(work: Work): Promise<string[]> {
  const rows = await work.selectFrom('encryptionKeys').select('id').execute()
  return rows.map(({ id }) => id)
}
