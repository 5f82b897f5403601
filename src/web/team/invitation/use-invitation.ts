import type { OpenInvitation } from '#core/team/invitations.ts'
import { rememberLanguage } from '#web/api/language.ts'
import { useAddressLink } from '#web/api/use-address-link.ts'
import { readInvitation, readToken } from './queries.ts'

/** Reads the invitation whose token is in the address, once (SPEC A7). */
export function useInvitation() {
  return useAddressLink(readToken, open)
}

async function open(token: string): Promise<OpenInvitation> {
  const invitation = await readInvitation(token)
  if (invitation.language) rememberLanguage(invitation.language)
  return invitation
}
