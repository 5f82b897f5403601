/** The language of the portal and of the login (SPEC C81). The office's screens are in English. */
import { useSyncExternalStore } from 'react'
import { LANGUAGES, type Language } from '#core/languages.ts'
import { PORTAL_ROLES } from '#core/team/roles.ts'
import { useUser } from './session.ts'

const NAME = 'language'
const listeners = new Set<() => void>()
/** If storage is turned off, the choice lasts as long as the page. */
let chosen: Language | undefined

/** The signed-in person's language. At the login, the browser's language until someone chooses another language there. */
export function useLanguage(): Language {
  const user = useUser()
  const browserLanguage = useSyncExternalStore(subscribe, readBrowserLanguage)
  if (!user) return browserLanguage
  return PORTAL_ROLES.includes(user.role) ? (user.language ?? browserLanguage) : 'en'
}

/** Keeps the language for the login in this browser. */
export function rememberLanguage(language: Language): void {
  chosen = language
  try {
    localStorage.setItem(NAME, language)
  } catch {
    // Storage is turned off.
  }
  for (const listener of listeners) listener()
}

/** Undefined until someone chooses a language in this browser. */
function readChosenLanguage(): Language | undefined {
  try {
    const stored = localStorage.getItem(NAME)
    return LANGUAGES.find(({ value }) => value === stored)?.value ?? chosen
  } catch {
    return chosen
  }
}

function readBrowserLanguage(): Language {
  return readChosenLanguage() ?? (/^es\b/i.test(navigator.language) ? 'es' : 'en')
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
