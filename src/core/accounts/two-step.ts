/** Two-step login: after the password, a code from an authenticator app, or a recovery code (SPEC C76). */
import { z } from 'zod'
import { currentPassword } from './accounts.ts'

/** The values that every authenticator app supports. Some apps ignore other values (RFC 6238). */
export const APP_CODE = { algorithm: 'SHA1', digits: 6, period: 30 } as const

/** Each code has 50 random bits in Crockford's base32, which has no letter that looks like a digit. */
export const RECOVERY_CODE = { count: 10, length: 10, letters: '0123456789abcdefghjkmnpqrstvwxyz' }

/** Longer than any code, with room for spaces and hyphens. */
const LONGEST = 40

const APP_PATTERN = /^\d{6}$/
const RECOVERY_PATTERN = /^[\da-hjkmnp-tv-z]{10}$/

export type TypedCode = { kind: 'app' | 'recovery'; code: string }

/** Reads a code as people type it: with spaces, hyphens and capitals, with O for 0 and I or L for 1. */
export function parseCode(typed: string): TypedCode | undefined {
  const code = typed.normalize('NFKC').toLowerCase().replaceAll(/[\s-]/g, '')
  if (APP_PATTERN.test(code)) return { kind: 'app', code }
  const letters = code.replaceAll('o', '0').replaceAll(/[il]/g, '1')
  return RECOVERY_PATTERN.test(letters) ? { kind: 'recovery', code: letters } : undefined
}

/** "abcde-fghjk" */
export function formatRecoveryCode(code: string): string {
  return `${code.slice(0, RECOVERY_CODE.length / 2)}-${code.slice(RECOVERY_CODE.length / 2)}`
}

/** The app's secret in groups of four characters, which are easier to type. */
export function formatSecret(secret: string): string {
  return secret.replaceAll(/.{4}(?=.)/g, '$& ')
}

const ENTER_CODE = 'Enter the 6-digit code from your authenticator app, or a recovery code'
const ENTER_APP_CODE = 'Enter the 6-digit code that your authenticator app shows'

const anyCode = z
  .string(ENTER_CODE)
  .max(LONGEST, ENTER_CODE)
  .refine((typed) => parseCode(typed) !== undefined, ENTER_CODE)

const appCode = z
  .string(ENTER_APP_CODE)
  .max(LONGEST, ENTER_APP_CODE)
  .refine((typed) => parseCode(typed)?.kind === 'app', ENTER_APP_CODE)

export const secondStepSchema = z.object({ code: anyCode })

/** The response of a login with the right password, if the person has two-step login (SPEC C76). */
export const secondStepPendingSchema = z.object({ secondStep: z.literal(true) })

export const twoStepOnSchema = z.object({ code: appCode, password: currentPassword })

/** The body of a request that turns two-step login off or gets new recovery codes. */
export const twoStepChangeSchema = z.object({ code: anyCode, password: currentPassword })

/** `required`: the account requires it. `recoveryCodes`: how many are unused. */
export const twoStepSchema = z.object({
  on: z.boolean(),
  since: z.string().nullable(),
  required: z.boolean(),
  recoveryCodes: z.int(),
})

/** `path`: the dark squares of the QR code, as a path in a square of `size` units. */
export const twoStepSetupSchema = z.object({
  secret: z.string(),
  uri: z.string(),
  qr: z.object({ size: z.int(), path: z.string() }),
})

export const recoveryCodesSchema = z.object({ recoveryCodes: z.array(z.string()) })

export type CodeAndPassword = z.output<typeof twoStepChangeSchema>
export type TwoStep = z.output<typeof twoStepSchema>
export type TwoStepSetup = z.output<typeof twoStepSetupSchema>
export type SecondStepPending = z.output<typeof secondStepPendingSchema>
