/** Checks a typed code of two-step login. */
import { parseCode } from '#core/accounts/two-step.ts'
import type { Database, Work } from '#server/database/open.ts'
import { KeyError } from '#server/database/secrets/keys.ts'
import { badField, RequestError } from '#server/errors.ts'
import { countAttempts, type Limit } from '#server/accounts/attempts.ts'
import { findPeriod } from './app-code.ts'
import { hashRecoveryCode, type NewRecoveryCodes } from './recovery-codes.ts'
import {
  alreadyOnError,
  openSecret,
  readSecondStep,
  turnOn,
  usePeriod,
  useRecoveryCode,
} from './store.ts'

const WAIT = 'Too many wrong codes. Use a recovery code, or try again later.'

/** The limits per person. Three of a million codes are valid at any time: 20 guesses a day succeed once in 45 years. */
const APP_CODES: Limit[] = [
  { kind: 'app-code', most: 5, seconds: 15 * 60, message: WAIT },
  { kind: 'app-code-day', most: 20, seconds: 24 * 60 * 60, message: WAIT },
]

/** Guessing is hopeless, but each attempt costs a hash. A separate limit, so that wrong app codes don't block recovery. */
const RECOVERY_CODES: Limit[] = [
  {
    kind: 'recovery-code',
    most: 10,
    seconds: 15 * 60,
    message: 'Too many wrong recovery codes. Please try again later.',
  },
]

/** Whether the code is right and unused; it can't be used again once the transaction commits. */
export type UseCode = (work: Work) => Promise<boolean>

/** Counts a code as wrong and returns the attempts. Forget them if it is right. Throws 429. */
export function countCode(database: Database, personId: string, typed: string): Promise<number[]> {
  const limits = parseCode(typed)?.kind === 'recovery' ? RECOVERY_CODES : APP_CODES
  return countAttempts(
    database,
    limits.map((limit) => ({ ...limit, subject: personId })),
  )
}

/** Call it outside of the transaction: a recovery code is hashed. Throws 409 if the secret can't be decrypted. */
export async function checkCode(
  database: Database,
  personId: string,
  typed: string,
): Promise<UseCode> {
  const step = await readSecondStep(database, personId)
  const parsed = parseCode(typed)
  if (!parsed || !step?.onSince || !step.salt) return rejectCode
  if (parsed.kind === 'recovery') {
    const hash = await hashRecoveryCode(parsed.code, step.salt)
    return (work) => useRecoveryCode(work, personId, hash)
  }
  const now = Date.now()
  const period = await findPeriod(readSecret(database, personId, step.secret), parsed.code, now)
  if (period === undefined) return rejectCode
  return (work) => usePeriod(work, personId, { secret: step.secret, period, now })
}

/** Like `checkCode`, for the secret that is being set up: using the code turns two-step login on. */
export async function checkSetupCode(
  database: Database,
  personId: string,
  typed: string,
  codes: NewRecoveryCodes,
): Promise<UseCode> {
  const step = await readSecondStep(database, personId)
  const parsed = parseCode(typed)
  if (step?.onSince) throw alreadyOnError()
  if (parsed?.kind !== 'app' || !step) return rejectCode
  const secret = readSecret(database, personId, step.secret)
  const period = await findPeriod(secret, parsed.code, Date.now())
  if (period === undefined) return rejectCode
  return (work) => turnOn(work, personId, { secret: step.secret, period }, codes)
}

export function wrongCode(): RequestError {
  return badField('code', 'This code is wrong or was already used. Enter the next code.')
}

function readSecret(database: Database, personId: string, secret: string): string {
  try {
    return openSecret(database, personId, secret)
  } catch (error) {
    if (!(error instanceof KeyError)) throw error
    throw new RequestError(
      409,
      "The server's encryption key can't read your authenticator's secret. Use a recovery code, or contact your administrator.",
    )
  }
}

function rejectCode(): Promise<boolean> {
  return Promise.resolve(false)
}
