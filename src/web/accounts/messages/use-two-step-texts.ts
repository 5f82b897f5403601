/** The texts of the two-step login setup in the person's language (SPEC C81). */
import { use } from 'react'
import { useLanguage } from '#web/api/language.ts'
import { twoStepEnglish, type TwoStepTexts } from './two-step-english.ts'
import { loadSpanish } from './use-texts.ts'

export function useTwoStepTexts(): TwoStepTexts {
  return useLanguage() === 'es' ? use(loadSpanish()).twoStep : twoStepEnglish
}
