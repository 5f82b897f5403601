/** A new password by a link: asked for on the login, or made by an Admin (SPEC C493, C494). */
import { z } from 'zod'
import { SHORT_LENGTH, shortText } from '#core/fields/checks.ts'
import { languageSchema } from '#core/language-schemas.ts'
import { emailAddress, newPassword, PASSWORD_LENGTH } from './accounts.ts'

/** `GET /api/forgot-password`. `mail`: the server can email a link. If not, an Admin of the company makes one. */
export const resetWaysSchema = z.object({ mail: z.boolean() })

export const forgottenSchema = z.object({
  email: emailAddress,
  language: languageSchema.optional().describe('The language of the email'),
})

/** `GET /api/password-reset`: whose password the link sets. */
export const openResetSchema = z.object({ email: z.string() })

/** What the person types on the screen of the link. */
export const newPasswordSchema = z.object({ password: newPassword })

export const passwordResetSchema = z.object({
  token: shortText('Link', 500),
  password: newPassword,
})

/** `POST /api/team/members/:id/reset-link`. `link`: its path with the token. It is returned only once. */
export const resetLinkSchema = z.object({
  link: z.string(),
  mailed: z.boolean().describe('The link was also emailed'),
})

/** What is typed so far, with the texts that others know about the person (SPEC C496). */
export const passwordCheckSchema = z.object({
  password: z.string().max(PASSWORD_LENGTH.max),
  email: z.string().max(SHORT_LENGTH).default(''),
  firstName: z.string().max(SHORT_LENGTH).default(''),
  lastName: z.string().max(SHORT_LENGTH).default(''),
})

export const passwordJudgedSchema = z.object({
  weakness: z.string().nullable().describe('Why it is too easy to guess; null if it is not'),
})

export type PasswordJudged = z.output<typeof passwordJudgedSchema>
export type OpenReset = z.output<typeof openResetSchema>
export type ResetLink = z.output<typeof resetLinkSchema>
