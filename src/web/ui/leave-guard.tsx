import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { ConfirmDialog } from './dialog.tsx'

type LeaveGuardProps = {
  changed: boolean
  /** What would be lost: "The expenses that you changed". */
  what: string
}

/**
 * Asks before another address, or closing the tab, would lose what was typed. Whoever logs out is
 * asked by the button itself: going to the login is not asked about again.
 */
export function LeaveGuard({ changed, what }: LeaveGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      changed &&
      nextLocation.pathname !== '/login' &&
      (currentLocation.pathname !== nextLocation.pathname ||
        currentLocation.search !== nextLocation.search),
  )

  useEffect(() => {
    if (!changed) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [changed])

  return (
    <DiscardDialog
      what={what}
      open={blocker.state === 'blocked'}
      onDiscard={() => blocker.proceed?.()}
      onKeep={() => blocker.reset?.()}
    />
  )
}

type DiscardDialogProps = {
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
      description={`${what} are not saved and will be lost.`}
      confirm="Discard"
      onConfirm={onDiscard}
      onCancel={onKeep}
    />
  )
}
