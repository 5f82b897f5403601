/** Separate from `languages.ts`, so that the login does not load the schema library. */
import { z } from 'zod'
import { LANGUAGES } from './languages.ts'

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
