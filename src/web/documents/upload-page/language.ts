/** The language of a person without a login: the chosen language, else the phone's. */
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
    // In a browser without storage, the next visit starts in the phone's language again.
  }
}

function readStored(): string | null {
  try {
    return localStorage.getItem(NAME)
  } catch {
    return null
  }
}
