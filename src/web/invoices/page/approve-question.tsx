import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

type ApproveQuestionProps = {
  /** What the server asks. Undefined if it asks nothing. */
  question: { field: string; message: string } | undefined
  onConfirm: () => void
  onLeaveOff: () => void
  onCancel: () => void
}

/** Asks before an unusual invoice is approved. Charges that the broker has not approved can be left off (SPEC C168). */
export function ApproveQuestion(props: ApproveQuestionProps) {
  const { question, onConfirm, onLeaveOff, onCancel } = props
  if (!question) return null
  const isAboutCharges = question.field === 'asked'
  return (
    <Dialog
      open
      title="Approve Anyway?"
      description={question.message}
      onOpenChange={(open) => !open && onCancel()}
    >
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        {isAboutCharges && (
          <Button variant="secondary" onClick={onLeaveOff}>
            Leave Them Off
          </Button>
        )}
        <Button onClick={onConfirm}>
          {isAboutCharges ? 'Bill Them Anyway' : 'Approve Anyway'}
        </Button>
      </div>
    </Dialog>
  )
}
