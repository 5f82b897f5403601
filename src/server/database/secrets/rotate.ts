/** Changes the encryption key: encrypts everything with a new key, then archives the old one (SPEC S13). */
import type { Database } from '#server/database/open.ts'
import {
  KEY_FILE,
  KeyError,
  newKey,
  archiveKeyFile,
  readKeyFile,
  writeKeyFile,
  type Keyring,
} from './keys.ts'
import { unlockSecrets, type KeySource } from './unlock.ts'

/** `unreadable`: the number of values that could not be decrypted and stayed unchanged. */
export type Rotated = { unreadable: number }

/**
 * After a kill the next call, or the next start of the server, continues: the file contains both keys until nothing
 * is encrypted with the old one. Throws KeyError if the keys do not match the database, or if ENCRYPTION_KEY has no
 * new key.
 */
export async function rotateKey(database: Database, source: KeySource): Promise<Rotated> {
  if (source.encryptionKey !== undefined) return rotateGiven(database, source)
  const { dataDir } = source
  const present = await readKeys(dataDir)
  await unlockSecrets(database, source)
  if (present.length === 1) await writeKeyFile(dataDir, [newKey(), ...present])
  const { unreadable } = await unlockSecrets(database, source)
  const [current, ...older] = await readKeys(dataDir)
  await archiveKeyFile(dataDir, older)
  await writeKeyFile(dataDir, [current])
  return { unreadable }
}

/** The administrator must have stored the new key before anything is encrypted with it. */
async function rotateGiven(database: Database, source: KeySource): Promise<Rotated> {
  if (!source.encryptionKey?.trim().includes(','))
    throw new KeyError(
      'Generate a new key (openssl rand -base64 32), store it, and list it before the old one: ENCRYPTION_KEY=new,old npm run rotate-key',
    )
  const { unreadable } = await unlockSecrets(database, source)
  return { unreadable }
}

async function readKeys(folder: string): Promise<Keyring> {
  const keys = await readKeyFile(folder)
  if (keys) return keys
  throw new KeyError(`There is no ${KEY_FILE} in ${folder}. Start Haulbook first.`)
}
