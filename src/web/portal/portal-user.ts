/** The signed-in truck owner or driver, and their language. */
import type { User } from '#core/accounts/accounts.ts'
import type { Language } from '#core/languages.ts'
import { useUser } from '#web/api/session.ts'
import { english, type Messages } from './messages/english.ts'
import { spanish } from './messages/spanish.ts'

type PortalUser = User & {
  language: Language
  role: string
  account: { id: string; name: string }
  accounts: { id: string; name: string; role: string }[]
}

export function usePortalUser(): PortalUser {
  const user = useUser()
  if (!user) throw new Error('The portal is shown to signed-in users only')
  return user as PortalUser
}

export function useLanguage(): Language {
  return usePortalUser().language
}

/** The texts in the person's language. */
export function useMessages(): Messages {
  return useLanguage() === 'es' ? spanish : english
}
