import type { Language } from '#core/languages.ts'
import { english, type DriverWords } from './english.ts'
import { spanish } from './spanish.ts'

/** The texts of a driver's upload. */
export function wordsOf(language: Language): DriverWords {
  return language === 'es' ? spanish : english
}
