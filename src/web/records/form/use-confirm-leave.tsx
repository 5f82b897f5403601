import { useState, type ReactNode } from 'react'
import { DiscardDialog } from '#web/ui/overlays/leave-guard.tsx'
import { useUnsaved } from '#web/ui/overlays/unsaved.ts'

type Leave = { changed: boolean; what: string; onLeave: () => void }

/**
 * Asks before a form with unsaved changes closes or loads something else. `leave` is the handler for Cancel;
 * render `question` in the page. `what`: "this load".
 */
export function useConfirmLeave({ changed, what, onLeave }: Leave): {
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
