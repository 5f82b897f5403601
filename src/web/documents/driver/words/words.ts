import type { Language } from '#core/languages.ts'
import { driverEnglish, type DriverWords } from './english.ts'
import { driverSpanish } from './spanish.ts'

/** The texts of a driver's upload. */
export function wordsOf(language: Language): DriverWords {
  return language === 'es' ? driverSpanish : driverEnglish
}
