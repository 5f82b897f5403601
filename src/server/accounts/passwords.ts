/** Hashes and checks passwords with argon2id, off the main thread. */
import { hash, hashRaw, verify } from '@node-rs/argon2'
import { createQueue, runQueued } from '#server/queue.ts'

/** 50 ms of a core. Tests that are not about passwords lower it (`src/server/testing/test-app.ts`). */
export const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Two at a time: a hundred logins at once would fill Node's thread pool, and every other request would wait for
 * them (SPEC S04).
 */
const hashes = createQueue({ maxRunning: 2, maxWaiting: Number.POSITIVE_INFINITY })
const ALL = ['all']

/** `outdated`: right, but the hash has other parameters than new ones. */
export type PasswordMatch = 'no' | 'yes' | 'outdated'

/** The stored text includes salt and parameters. In NFKC, the same letters typed on two keyboards are equal (SPEC S03). */
export function hashPassword(password: string): Promise<string> {
  return runQueued(hashes, ALL, () => hash(password.normalize('NFKC'), ARGON2ID))
}

/** The hash in base64url. The same text and salt give the same hash, so that it can be looked up. */
export async function hashWithSalt(text: string, salt: Buffer): Promise<string> {
  const hashed = await runQueued(hashes, ALL, () => hashRaw(text, { ...ARGON2ID, salt }))
  return hashed.toString('base64url')
}

/** Takes as long for an unknown email (`stored` undefined) as for a wrong password (SPEC B4). */
export async function matchPassword(
  stored: string | undefined,
  password: string,
): Promise<PasswordMatch> {
  if (!(await isPassword(stored, password.normalize('NFKC')))) return 'no'
  return stored?.startsWith(currentPrefix()) ? 'yes' : 'outdated'
}

/** How a hash with these parameters begins. */
function currentPrefix(): string {
  const { memoryCost, timeCost, parallelism } = ARGON2ID
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`
}

async function isPassword(stored: string | undefined, password: string): Promise<boolean> {
  const expected = stored ?? (await unusedHash)
  const matches = await runQueued(hashes, ALL, () => verify(expected, password))
  return stored !== undefined && matches
}

const unusedHash = hashPassword('the password of no account')
