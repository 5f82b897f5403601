/** Tokens of upload links. A token begins with the account's id, because every query needs the account (SPEC C135). */
import { createHash, randomBytes } from 'node:crypto'
import { linkMessages } from '#core/documents/upload-links.ts'
import { RequestError } from '#server/errors.ts'

export function newToken(userId: string): string {
  return `${userId}.${randomBytes(32).toString('base64url')}`
}

/** Throws the 404 of an invalid link for a token that no link can have. */
export function readAccountOf(token: string): string {
  const account = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.[\w-]{43}$/.exec(token)?.[1]
  if (!account) throw invalidLink()
  return account
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

export function invalidLink(): RequestError {
  return new RequestError(404, linkMessages.invalid)
}
