/** The texts of setting up two-step login in the language of the person (SPEC C81). */
import { use } from 'react'
import { useLanguage } from '#web/api/language.ts'
import { twoStepEnglish, type TwoStepTexts } from './two-step-english.ts'
import { loadSpanish } from './use-texts.ts'

export function useTwoStepTexts(): TwoStepTexts {
  return useLanguage() === 'es' ? use(loadSpanish()).twoStep : twoStepEnglish
}
