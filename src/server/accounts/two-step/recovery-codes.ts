/** Recovery codes: shown once, stored as argon2id hashes, each for one login. */
import { randomBytes, randomInt } from 'node:crypto'
import { RECOVERY_CODE } from '#core/accounts/two-step.ts'
import { hashWithSalt } from '#server/accounts/passwords.ts'

const SALT_BYTES = 16

/** The codes are shown once. The hashes and the salt are stored. */
export type NewRecoveryCodes = { codes: string[]; hashes: string[]; salt: string }

/** Creates the codes. Call it outside of a transaction: hashing takes a few hundred milliseconds. */
export async function newRecoveryCodes(): Promise<NewRecoveryCodes> {
  const codes = Array.from({ length: RECOVERY_CODE.count }, newRecoveryCode)
  const salt = randomBytes(SALT_BYTES).toString('base64url')
  const hashes = await Promise.all(codes.map((code) => hashRecoveryCode(code, salt)))
  return { codes, hashes, salt }
}

/** One salt for the ten codes of a person: a login hashes the typed code once and not once for each of them. */
export function hashRecoveryCode(code: string, salt: string): Promise<string> {
  return hashWithSalt(code, Buffer.from(salt, 'base64url'))
}

function newRecoveryCode(): string {
  const { length, letters } = RECOVERY_CODE
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
}
