/** A new encryption key: everything is closed anew with it, then the old one is put aside (SPEC S13). */
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

/** How many values could not be read, and stay as they were. */
export type Rotated = { unreadable: number }

/**
 * Killed at any moment, it goes on where it stopped when it is called again, or when the server starts: the file
 * holds both keys until nothing is closed with the old one. A file with several keys is such a change that was
 * begun. Throws KeyError where the keys do not fit, or ENCRYPTION_KEY names no new one.
 */
export async function rotateKey(database: Database, source: KeySource): Promise<Rotated> {
  if (source.encryptionKey !== undefined) return rotateGiven(database, source)
  const { dataDir } = source
  const present = await keysIn(dataDir)
  await unlockSecrets(database, source)
  if (present.length === 1) await writeKeyFile(dataDir, [newKey(), ...present])
  const { unreadable } = await unlockSecrets(database, source)
  const [current, ...older] = await keysIn(dataDir)
  await archiveKeyFile(dataDir, older)
  await writeKeyFile(dataDir, [current])
  return { unreadable }
}

/** Whoever gives the keys has to have the new one before anything is closed with it. */
async function rotateGiven(database: Database, source: KeySource): Promise<Rotated> {
  if (!source.encryptionKey?.trim().includes(','))
    throw new KeyError(
      'Make a new key (openssl rand -base64 32), keep it, and put it before the old one: ENCRYPTION_KEY=new,old npm run rotate-key',
    )
  const { unreadable } = await unlockSecrets(database, source)
  return { unreadable }
}

async function keysIn(folder: string): Promise<Keyring> {
  const keys = await readKeyFile(folder)
  if (keys) return keys
  throw new KeyError(`There is no ${KEY_FILE} in ${folder} yet: start Haulbook first.`)
}
