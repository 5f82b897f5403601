import { useState, type ReactNode } from 'react'
import type { SignedInUser } from '#core/team/signed-in-user.ts'
import { DiscardDialog } from '#web/ui/overlays/leave-guard.tsx'
import { unsavedWork } from '#web/ui/overlays/unsaved.ts'
import { request } from './client.ts'
import { leaveFor } from './leave.ts'
import { useAction } from './use-action.ts'

const PATH = '/api/auth/account'

export function postAccount(id: string): Promise<SignedInUser> {
  return request('POST', PATH, { body: { id } })
}

/** Switches to another account of the user, and asks before unsaved changes are lost. Render `question`. */
export function useSwitchAccount(): { switchTo: (id: string) => void; question: ReactNode } {
  const [target, setTarget] = useState<string>()
  const { run, busy } = useAction({
    send: postAccount,
    failed: "Couldn't switch accounts",
    onDone: leaveFor('/'),
    refetch: 'nothing',
  })
  return {
    switchTo(id) {
      if (busy) return
      if (unsavedWork().length) setTarget(id)
      else run(id)
    },
    question: (
      <DiscardDialog
        open={target !== undefined}
        what={unsavedWork().join(' and ')}
        onKeep={() => setTarget(undefined)}
        onDiscard={() => {
          setTarget(undefined)
          if (target !== undefined) run(target)
        }}
      />
    ),
  }
}
