/** The language of someone without a login: the chosen one, else the phone's. */
import type { Language } from '#core/languages.ts'

const NAME = 'haulbook-upload-language'

export function readLanguage(): Language {
  const stored = readStored()
  if (stored === 'en' || stored === 'es') return stored
  return navigator.language.startsWith('es') ? 'es' : 'en'
}

export function storeLanguage(language: Language): void {
  try {
    localStorage.setItem(NAME, language)
  } catch {
    // A browser without storage asks again at the next visit.
  }
}

function readStored(): string | null {
  try {
    return localStorage.getItem(NAME)
  } catch {
    return null
  }
}
