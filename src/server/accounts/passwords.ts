/** Passwords as argon2id hashes, off the main thread. */
import { hash, verify } from '@node-rs/argon2'

const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export function hashPassword(password: string): Promise<string> {
  return hash(password, ARGON2ID)
}

/** Takes as long for an email that nobody has (`stored` undefined) as for a wrong password (SPEC B4). */
export async function isPassword(stored: string | undefined, password: string): Promise<boolean> {
  const matches = await verify(stored ?? (await nobodysHash), password)
  return stored !== undefined && matches
}

const nobodysHash = hashPassword('nobody has this password')
