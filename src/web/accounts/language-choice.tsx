import { LANGUAGES } from '#core/languages.ts'
import { rememberLanguage, useLanguage } from '#web/api/language.ts'

/** Offers the other language, under its own name. */
export function LanguageChoice() {
  const language = useLanguage()
  const { value, label } = LANGUAGES.find((one) => one.value !== language) ?? LANGUAGES[0]
  return (
    <button
      type="button"
      lang={value}
      className="hit-area font-medium text-accent-strong underline underline-offset-2"
      onClick={() => rememberLanguage(value)}
    >
      {label}
    </button>
  )
}
