import { type ReactNode, useEffect } from 'react'
import { LANGUAGES } from '#core/languages.ts'
import { rememberLanguage, useLanguage } from '#web/api/language.ts'

type AccountPageProps = {
  title: string
  subtitle?: string
  children: ReactNode
  footer?: ReactNode
  /** Shows the page in English only, because it is for the office. */
  inEnglish?: boolean
}

/** The page around the login and the sign-up, without navigation. */
export function AccountPage({ title, subtitle, children, footer, inEnglish }: AccountPageProps) {
  const language = useLanguage()
  const shown = inEnglish ? 'en' : language
  useEffect(() => {
    document.documentElement.lang = shown
  }, [shown])
  return (
    <div className="grid min-h-dvh grid-rows-[1fr_auto] place-items-center p-4">
      <title>{`${title} · Haulbook`}</title>
      <main className="grid w-full max-w-sm gap-5 rounded-lg border border-line bg-surface p-6 shadow-sm">
        <header className="grid justify-items-center gap-1 text-center">
          <img src="/favicon.svg" alt="Haulbook" className="mb-2 size-10" />
          <h1 className="text-xl font-semibold wrap-anywhere">{title}</h1>
          {subtitle && <p className="text-sm text-muted">{subtitle}</p>}
        </header>
        {children}
      </main>
      {(footer || !inEnglish) && (
        <footer className="p-4 text-xs text-muted">{footer ?? <LanguageChoice />}</footer>
      )}
    </div>
  )
}

/** Offers the other language, under its own name. */
function LanguageChoice() {
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
