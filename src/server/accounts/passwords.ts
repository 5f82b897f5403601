/** Passwords as argon2id hashes, off the main thread. */
import { hash, verify } from '@node-rs/argon2'
import { runQueued, createQueue } from '#server/queue.ts'

const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * A hundred logins at once would fill every thread that Node has for files and hashes, and every
 * other request would wait behind them (SPEC S04). The rest of them wait here.
 */
const hashes = createQueue({ atOnce: 2, waiting: Number.POSITIVE_INFINITY })

/** The text that is stored: salt and parameters are in it. */
export function hashPassword(password: string): Promise<string> {
  return runQueued(hashes, 'everybody', () => hash(password, ARGON2ID))
}

/** Takes as long for an email that nobody has (`stored` undefined) as for a wrong password (SPEC B4). */
export async function isPassword(stored: string | undefined, password: string): Promise<boolean> {
  const against = stored ?? (await nobodysHash)
  const matches = await runQueued(hashes, 'everybody', () => verify(against, password))
  return stored !== undefined && matches
}

const nobodysHash = hashPassword('nobody has this password')
