/** The languages of the portal and of a statement. The office's screens are in English. */
import { z } from 'zod'

export const LANGUAGES = [
  { value: 'en', label: 'English' },
  { value: 'es', label: 'Español' },
] as const

export type Language = (typeof LANGUAGES)[number]['value']

export const languageSchema = z.enum(
  LANGUAGES.map(({ value }) => value),
  'Language must be "en" or "es"',
)

/** The body of `PUT /api/auth/language`. */
export const languageChoiceSchema = z.object({ language: languageSchema })

/** The query of a statement's PDF: "es" prints a translation (SPEC C80). */
export const statementLanguageQuery = z.object({
  language: languageSchema.default('en').describe('"es": a translation of the statement'),
})
