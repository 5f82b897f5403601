import { useState, type ReactNode } from 'react'
import { DiscardDialog } from '#web/ui/overlays/leave-guard.tsx'
import { useUnsaved } from '#web/ui/overlays/unsaved.ts'

type Leaving = { changed: boolean; what: string; onLeave: () => void }

/**
 * Closing a form with unsaved changes, or loading something else into it, asks first, as leaving the screen does.
 * `leave` is what Cancel does; `question` has to stand in the page.
 */
export function useConfirmLeave({ changed, what, onLeave }: Leaving): {
  leave: () => void
  question: ReactNode
} {
  const [asking, setAsking] = useState(false)
  useUnsaved(changed, what)
  return {
    leave: () => (changed ? setAsking(true) : onLeave()),
    question: (
      <DiscardDialog
        what={what}
        open={asking}
        onDiscard={() => {
          setAsking(false)
          onLeave()
        }}
        onKeep={() => setAsking(false)}
      />
    ),
  }
}
