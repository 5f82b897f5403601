/** The language of the screens for people outside the office, and of the login (SPEC C81). The office is in English. */
import { useSyncExternalStore } from 'react'
import { LANGUAGES, type Language } from '#core/languages.ts'
import { PORTAL_ROLES } from '#core/team/roles.ts'
import { useUser } from './session.ts'

const NAME = 'language'
const listeners = new Set<() => void>()
/** Where storage is turned off, the choice lasts as long as the page. */
let chosen: Language | undefined

/** The signed-in person's language. At the login: the browser's, until someone chooses another one there. */
export function useLanguage(): Language {
  const user = useUser()
  const ofBrowser = useSyncExternalStore(subscribe, readBrowserLanguage)
  if (!user) return ofBrowser
  return PORTAL_ROLES.includes(user.role) ? (user.language ?? ofBrowser) : 'en'
}

/** The login of this browser keeps it. */
export function rememberLanguage(language: Language): void {
  chosen = language
  try {
    localStorage.setItem(NAME, language)
  } catch {
    // Storage is turned off.
  }
  for (const listener of listeners) listener()
}

/** Undefined until someone at this browser chose one. */
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
