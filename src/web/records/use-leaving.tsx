import { useState, type ReactNode } from 'react'
import { DiscardDialog } from '#web/ui/leave-guard.tsx'
import { useUnsaved } from '#web/ui/unsaved.ts'

type Leaving = { changed: boolean; what: string; onClose: () => void }

/**
 * Closing a form with unsaved changes asks first, as leaving the screen does. `leave` is what Cancel
 * does; `question` has to stand in the page.
 */
export function useLeaving({ changed, what, onClose }: Leaving): {
  leave: () => void
  question: ReactNode
} {
  const [asking, setAsking] = useState(false)
  useUnsaved(changed, what)
  return {
    leave: () => (changed ? setAsking(true) : onClose()),
    question: (
      <DiscardDialog
        what={what}
        open={asking}
        onDiscard={onClose}
        onKeep={() => setAsking(false)}
      />
    ),
  }
}
