import { useState, type ReactNode } from 'react'
import { DiscardDialog } from './leave-guard.tsx'
import { unsavedWork } from './unsaved.ts'

type Leaving = { leave: () => void; what: string }

/** Asks before `leave` would lose unsaved changes. Render `question`. */
export function useAskBeforeLeaving(): { ask: (leave: () => void) => void; question: ReactNode } {
  const [asked, setAsked] = useState<Leaving>()
  return {
    ask(leave) {
      const what = unsavedWork().join(' and ')
      if (what) setAsked({ leave, what })
      else leave()
    },
    question: (
      <DiscardDialog
        open={asked !== undefined}
        what={asked?.what ?? ''}
        onKeep={() => setAsked(undefined)}
        onDiscard={() => {
          setAsked(undefined)
          asked?.leave()
        }}
      />
    ),
  }
}
