/** The texts of the two-step login setup in the person's language (SPEC C81). */
import { twoStepEnglish, type TwoStepTexts } from './two-step-english.ts'
import { useSpanish } from './use-texts.ts'

export function useTwoStepTexts(): TwoStepTexts {
  return useSpanish()?.twoStep ?? twoStepEnglish
}
