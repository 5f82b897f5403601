import { useState, type ReactNode } from 'react'
import { useBeforeUnload, useBlocker } from 'react-router'
import { ConfirmDialog } from '#web/ui/dialog.tsx'

/**
 * Leaving a form with unsaved changes asks first: by its Cancel, by Back, by closing the window.
 * `leave` is what Cancel does; `question` has to stand in the page.
 */
export function useLeaving(
  changed: boolean,
  onClose: () => void,
): { leave: () => void; question: ReactNode } {
  const [asking, setAsking] = useState(false)
  const blocker = useBlocker(changed)
  useBeforeUnload((event) => {
    if (changed) event.preventDefault()
  })

  function stay() {
    setAsking(false)
    blocker.reset?.()
  }

  function go() {
    if (blocker.state === 'blocked') blocker.proceed()
    else onClose()
  }

  return {
    leave: () => (changed ? setAsking(true) : onClose()),
    question: (
      <ConfirmDialog
        open={asking || blocker.state === 'blocked'}
        title="Leave without saving?"
        description="What you changed here will be lost."
        confirm="Leave"
        onConfirm={go}
        onCancel={stay}
      />
    ),
  }
}
