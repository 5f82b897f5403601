/**
 * The formats of printed statements (SPEC C3). A frozen statement is always printed in the format it was
 * frozen with, and its bytes never change: a change of wording, layout or font is a new format.
 */
import type { Language } from '#core/languages.ts'
import type { Captions } from './formats/captions.ts'
import { format1 } from './formats/format-1.ts'
import { format2 } from './formats/format-2.ts'
import { format3 } from './formats/format-3.ts'
import { format4 } from './formats/format-4.ts'
import { format5 } from './formats/format-5.ts'
import { spanish, spanishWithoutChecks, spanishWithoutSections } from './formats/spanish.ts'

const FORMATS = {
  1: format1,
  2: format2,
  3: format3,
  4: format4,
  5: format5,
} as const satisfies Record<number, Captions>

export type Format = keyof typeof FORMATS

/** The format of drafts and of statements approved from now on. */
export const CURRENT_FORMAT: Format = 5

/** The captions of a format. In Spanish, they are translations of the parts that the format prints (SPEC C80). */
export function getCaptions(format: Format, language: Language): Captions {
  const captions: Captions = FORMATS[format]
  if (language === 'en') return captions
  if (captions.checks) return spanish
  return captions.sections ? spanishWithoutChecks : spanishWithoutSections
}
