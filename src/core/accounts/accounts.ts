/** Who may come in: signing up, logging in, the signed-in user (SPEC A2, A5, B3–B6). */
import { z } from 'zod'
import { SHORT_LENGTH } from '#core/fields/checks.ts'
import { optionalText } from '#core/fields/text.ts'

export const PASSWORD_LENGTH = { least: 8, most: 1000 }

/** Trimmed and compared without case (SPEC B5). */
const address = z
  .string('Invalid email address')
  .trim()
  .max(SHORT_LENGTH, 'Invalid email address')
  .regex(z.regexes.email, { error: 'Invalid email address', abort: true })
  .toLowerCase()

/** A password that somebody chooses; the commonest ones are refused where the list of them is (SPEC S03). */
const chosenPassword = z
  .string('Password must be at least 8 characters')
  .min(PASSWORD_LENGTH.least, 'Password must be at least 8 characters')
  .max(PASSWORD_LENGTH.most, 'Password may have at most 1000 characters')

const knownPassword = z
  .string('Password is required')
  .min(1, 'Password is required')
  .max(PASSWORD_LENGTH.most)

export const loginSchema = z.object({
  email: address,
  password: knownPassword,
})

export const signupSchema = z.object({
  email: address,
  password: chosenPassword,
  firstName: optionalText('First name').schema.default(null),
  lastName: optionalText('Last name').schema.default(null),
})

/** Nobody who only found an open browser can take the account over: the old password is asked for. */
export const passwordChangeSchema = z.object({
  currentPassword: knownPassword,
  newPassword: chosenPassword,
})

export type Signup = z.output<typeof signupSchema>

/** What `/api/auth/user` answers; never the password's hash (SPEC B3). */
export type User = {
  id: string
  email: string
  firstName: string | null
  lastName: string | null
  profileImageUrl: string | null
  createdAt: string
  updatedAt: string
}

/** One place where somebody is signed in, as `/api/auth/sessions` answers it. */
export type Session = {
  id: number
  /** The one that asks. */
  current: boolean
  /** What the browser called itself at the login; null where it said nothing. */
  agent: string | null
  createdAt: string
  /** To the hour. */
  usedAt: string
}
