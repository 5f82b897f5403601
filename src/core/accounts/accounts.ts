/** Signup, login, sessions and the signed-in user (SPEC A2, A5, B3–B6). */
import { z } from 'zod'
import { SHORT_LENGTH } from '#core/fields/checks.ts'
import { optionalText } from '#core/fields/text.ts'
import type { Language } from '#core/languages.ts'

export const PASSWORD_LENGTH = { min: 8, max: 1000 }

/** An email address, trimmed and in lowercase, so that equal addresses are equal text (SPEC B5). */
export const emailAddress = z
  .string('Invalid email address')
  .trim()
  .max(SHORT_LENGTH, 'Invalid email address')
  .regex(z.regexes.email, { error: 'Invalid email address', abort: true })
  .toLowerCase()

/** The server also rejects common passwords (SPEC S03). */
export const newPassword = z
  .string('Password must be at least 8 characters')
  .min(PASSWORD_LENGTH.min, 'Password must be at least 8 characters')
  .max(PASSWORD_LENGTH.max, 'Password must be 1,000 characters or fewer')

export const currentPassword = z
  .string('Password is required')
  .min(1, 'Password is required')
  .max(PASSWORD_LENGTH.max)

export const loginSchema = z.object({
  email: emailAddress,
  password: currentPassword,
})

export const signupSchema = z.object({
  email: emailAddress,
  password: newPassword,
  firstName: optionalText('First name').schema.default(null),
  lastName: optionalText('Last name').schema.default(null),
})

/** The current password is required, so an unattended browser is not enough to change it. `code`: of two-step login (SPEC C495). */
export const passwordChangeSchema = z.object({
  currentPassword,
  newPassword,
  code: z.string().max(40, 'Enter the code that your authenticator app shows').optional(),
})

export type PasswordChange = z.output<typeof passwordChangeSchema>

/** `confirmation`: the account's email, so that a click alone deletes nothing (SPEC C37). */
export const accountDeletionSchema = z.object({
  password: currentPassword,
  confirmation: z
    .string('Type your email to confirm')
    .trim()
    .min(1, 'Type your email to confirm')
    .max(SHORT_LENGTH, 'Type your email to confirm'),
})

/** `done`: no row of the account is left. If false, the server is still deleting rows. */
export const accountDeletedSchema = z.object({ done: z.boolean() })

export type Signup = z.output<typeof signupSchema>

/** A person. It never has the password hash (SPEC B3). */
export type User = {
  /** The id of the person, not of the account. */
  id: string
  email: string
  firstName: string | null
  lastName: string | null
  profileImageUrl: string | null
  /** The language of the portal and its statements. Null: not chosen, so the browser's language is used (SPEC C81). */
  language: Language | null
  createdAt: string
  updatedAt: string
}

/** The sessions of a person, as `/api/auth/sessions` returns them. */
export const sessionsSchema = z.array(
  z.object({
    id: z.int(),
    current: z.boolean().describe('The session of the request'),
    agent: z.string().nullable().describe('The User-Agent header of the login'),
    createdAt: z.iso.datetime(),
    usedAt: z.iso.datetime().describe('Rounded to the hour'),
  }),
)

export type Session = z.output<typeof sessionsSchema>[number]
