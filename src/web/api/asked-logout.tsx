import type { ReactNode } from 'react'
import { useAskBeforeLeaving } from '#web/ui/overlays/ask-before-leaving.tsx'
import { useLogout } from './logout.ts'

/** Logs out, and asks before unsaved changes are lost. Render `question`. */
export function useAskedLogout(): { logOut: () => void; busy: boolean; question: ReactNode } {
  const { run, busy } = useLogout()
  const { ask, question } = useAskBeforeLeaving()
  return { logOut: () => ask(() => run()), busy, question }
}
