/** The signed-in truck owner or driver, and the texts in their language. */
import type { SignedInUser } from '#core/team/signed-in-user.ts'
import { useLanguage } from '#web/api/language.ts'
import { useUser } from '#web/api/session.ts'
import { english, type Messages } from './messages/english.ts'
import { spanish } from './messages/spanish.ts'

export function usePortalUser(): SignedInUser {
  const user = useUser()
  if (!user) throw new Error('The portal is shown to signed-in users only')
  return user
}

/** The texts in the person's language. */
export function useMessages(): Messages {
  return useLanguage() === 'es' ? spanish : english
}
