/** Tokens of sessions and invitations: the account's id and 256 random bits. The database has only their hash. */
import { hash, randomBytes } from 'node:crypto'

const TOKEN = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.[\w-]{43}$/

export function newAccountToken(accountId: string): string {
  return `${accountId}.${randomBytes(32).toString('base64url')}`
}

/** The account that the token names; undefined if it has another form. */
export function parseAccountToken(token: string): string | undefined {
  return TOKEN.exec(token)?.[1]
}

/** SHA-256, in hexadecimal. */
export function hashAccountToken(token: string): string {
  return hash('sha256', token)
}
