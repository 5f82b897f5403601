import type { ReactNode } from 'react'
import type { SignedInUser } from '#core/team/signed-in-user.ts'
import { useAskBeforeLeaving } from '#web/ui/overlays/ask-before-leaving.tsx'
import { request } from './client.ts'
import { leaveFor } from './leave.ts'
import { useAction } from './use-action.ts'

const PATH = '/api/auth/account'

export function postAccount(id: string): Promise<SignedInUser> {
  return request('POST', PATH, { body: { id } })
}

/** Switches to another account of the user, and asks before unsaved changes are lost. Render `question`. */
export function useSwitchAccount(): { switchTo: (id: string) => void; question: ReactNode } {
  const { ask, question } = useAskBeforeLeaving()
  const { run, busy } = useAction({
    send: postAccount,
    failed: "Couldn't switch accounts",
    onDone: leaveFor('/'),
    refetch: 'nothing',
  })
  return { switchTo: (id) => !busy && ask(() => run(id)), question }
}
