import { pluralize } from '#core/pluralize.ts'
import { ReasonDialog } from '#web/settlements/approval/reason-dialog.tsx'

type HoldDialogProps = {
  count: number
  /** While other steps run, nothing is held: the reason stays typed. */
  busy: boolean
  onHold: (reason: string) => void
  onClose: () => void
}

/** Asks why drafts are held (SPEC C48). */
export function HoldDialog({ count, busy, onHold, onClose }: HoldDialogProps) {
  return (
    <ReasonDialog
      title={`Hold ${pluralize(count, 'settlement')}?`}
      description="Held settlements stay drafts. The run leaves them out until you release them."
      confirm="Hold"
      working="Hold"
      tone="primary"
      busy={busy}
      failure={undefined}
      onConfirm={onHold}
      onClose={onClose}
    >
      {busy && (
        <p role="status" className="text-sm text-muted">
          Wait until the steps that run are done.
        </p>
      )}
    </ReasonDialog>
  )
}
