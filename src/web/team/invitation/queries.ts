/** The requests of an invitation's screen. Like the login, it does not load the query library. */
import { INVITATION_HEADER } from '#core/team/invitation-link.ts'
import type { Language } from '#core/languages.ts'
import type { OpenInvitation } from '#core/team/invitations.ts'
import type { SignedInUser } from '#core/team/signed-in-user.ts'
import type { SecondStepPending } from '#core/accounts/two-step.ts'
import { request } from '#web/api/client.ts'

const PATH = '/api/invitation'

/** The link's token. It follows "#", so no server or proxy sees it. */
export function readToken(): string {
  return window.location.hash.slice(1)
}

export function readInvitation(token: string): Promise<OpenInvitation> {
  return request('GET', PATH, { headers: { [INVITATION_HEADER]: token } })
}

export type Acceptance = {
  password?: string
  firstName?: string
  lastName?: string
  language?: Language | undefined
}

/** A person with two-step login enters a code next, and joins with it. */
export function acceptInvitation(
  token: string,
  acceptance: Acceptance = {},
): Promise<SignedInUser | SecondStepPending> {
  return request('POST', PATH, { body: { ...acceptance, token } })
}
