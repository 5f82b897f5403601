import { useBeforeUnload, useBlocker } from 'react-router'
import { ConfirmDialog } from './dialog.tsx'
import { unsavedWork } from './unsaved.ts'

/** Asks before navigation or closing the tab would lose unsaved changes. Rendered once, around every screen. */
export function LeaveGuard() {
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      unsavedWork().length > 0 && (from.pathname !== to.pathname || from.search !== to.search),
  )
  useBeforeUnload((event) => {
    if (unsavedWork().length) event.preventDefault()
  })

  return (
    <DiscardDialog
      open={blocker.state === 'blocked'}
      what={unsavedWork().join(' and ')}
      onDiscard={() => blocker.proceed?.()}
      onKeep={() => blocker.reset?.()}
    />
  )
}

type DiscardDialogProps = {
  /** "this load". */
  what: string
  open: boolean
  onDiscard: () => void
  onKeep: () => void
}

export function DiscardDialog({ what, open, onDiscard, onKeep }: DiscardDialogProps) {
  return (
    <ConfirmDialog
      open={open}
      title="Discard unsaved changes?"
      description={`Your unsaved changes to ${what} will be lost.`}
      confirm="Discard"
      // Not "Cancel": the form below the question also has a Cancel button.
      cancel="Keep editing"
      onConfirm={onDiscard}
      onCancel={onKeep}
    />
  )
}
