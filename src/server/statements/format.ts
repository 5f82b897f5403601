/**
 * The formats of printed statements (SPEC C3). A frozen statement is always printed in the format it was
 * frozen with, and its bytes never change: a change of wording, layout or font is a new format.
 */
import type { Language } from '#core/languages.ts'
import type { Captions } from './formats/captions.ts'
import { format1 } from './formats/format-1.ts'
import { format2 } from './formats/format-2.ts'
import { spanish } from './formats/spanish.ts'

const FORMATS = {
  1: { en: format1, es: spanish },
  2: { en: format2, es: spanish },
} as const satisfies Record<number, Record<Language, Captions>>

export type Format = keyof typeof FORMATS

export const FORMAT_NUMBERS = Object.keys(FORMATS).map(Number)

/** The format of drafts and of statements approved from now on. */
export const CURRENT_FORMAT: Format = 2

/** The captions of a format. In Spanish, they are translations of what the format prints (SPEC C80). */
export function getCaptions(format: Format, language: Language): Captions {
  return FORMATS[format][language]
}
