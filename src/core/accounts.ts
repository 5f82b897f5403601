/** Who may come in: signing up, logging in, the signed-in user (SPEC A2, A5, B3–B6). */
import { z } from 'zod'
import { optionalText, SHORT_LENGTH } from './fields.ts'

export const PASSWORD_LENGTH = { least: 8, most: 1000 }

/** Trimmed and compared without case (SPEC B5). */
const address = z
  .string('Invalid email address')
  .trim()
  .max(SHORT_LENGTH, 'Invalid email address')
  .regex(z.regexes.email, { error: 'Invalid email address', abort: true })
  .toLowerCase()

export const loginSchema = z.object({
  email: address,
  password: z
    .string('Password is required')
    .min(1, 'Password is required')
    .max(PASSWORD_LENGTH.most),
})

export const signupSchema = z.object({
  email: address,
  password: z
    .string('Password must be at least 8 characters')
    .min(PASSWORD_LENGTH.least, 'Password must be at least 8 characters')
    .max(PASSWORD_LENGTH.most, 'Password may have at most 1000 characters'),
  firstName: optionalText('First name').schema.default(null),
  lastName: optionalText('Last name').schema.default(null),
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
