import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

type ApproveQuestionProps = {
  /** The server's question; undefined: there is none. */
  message: string | undefined
  onBill: () => void
  onLeaveOff: () => void
  onCancel: () => void
}

/** Charges that the broker has not approved are billed only knowingly (SPEC C165). */
export function ApproveQuestion({ message, onBill, onLeaveOff, onCancel }: ApproveQuestionProps) {
  if (message === undefined) return null
  return (
    <Dialog
      open
      title="Charges the Broker Has Not Approved"
      description={message}
      onOpenChange={(open) => !open && onCancel()}
    >
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button variant="secondary" onClick={onLeaveOff}>
          Leave Them Off
        </Button>
        <Button onClick={onBill}>Bill Them Anyway</Button>
      </div>
    </Dialog>
  )
}
