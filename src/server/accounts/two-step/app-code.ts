/** Codes of an authenticator app (TOTP, RFC 6238). Their library is loaded by the first code. */
import { APP_CODE } from '#core/accounts/two-step.ts'

const ISSUER = 'Haulbook'
/** The length that RFC 4226 recommends. */
const SECRET_BYTES = 20
/** Periods before and after the current one: clocks differ, and typing takes time. */
const TOLERANCE = 1

/** A random secret in base32. */
export async function newSecret(): Promise<string> {
  const { Secret } = await import('otpauth')
  return new Secret({ size: SECRET_BYTES }).base32
}

/** What the QR code contains. The app shows the issuer and the email. */
export async function makeUri(secret: string, email: string): Promise<string> {
  const { TOTP } = await import('otpauth')
  return new TOTP({ ...APP_CODE, issuer: ISSUER, label: email, secret }).toString()
}

/** The number of the period that contains `now` (in milliseconds), counted from 1970. */
export function toPeriod(now: number): number {
  return Math.floor(now / 1000 / APP_CODE.period)
}

/** The period of a right code: the current one, the one before or the next. Undefined for a wrong code. */
export async function findPeriod(
  secret: string,
  code: string,
  now: number,
): Promise<number | undefined> {
  const { Secret, TOTP } = await import('otpauth')
  const parsed = Secret.fromBase32(secret)
  const options = { ...APP_CODE, secret: parsed, token: code, timestamp: now, window: TOLERANCE }
  const distance = TOTP.validate(options)
  return distance === null ? undefined : toPeriod(now) + distance
}
