import { useState } from 'react'
import { pluralize } from '#core/pluralize.ts'
import { ReasonDialog } from '#web/settlements/approval/reason-dialog.tsx'

type HoldDialogProps = {
  count: number
  onHold: (reason: string) => void
  onClose: () => void
}

/** Asks why drafts are held (SPEC C48). */
export function HoldDialog({ count, onHold, onClose }: HoldDialogProps) {
  const [busy, setBusy] = useState(false)
  return (
    <ReasonDialog
      title={`Hold ${pluralize(count, 'settlement')}?`}
      description="Held settlements stay drafts. The run leaves them out until you release them."
      confirm="Hold"
      working="Holding..."
      tone="primary"
      busy={busy}
      failure={undefined}
      onConfirm={(reason) => {
        setBusy(true)
        onHold(reason)
      }}
      onClose={onClose}
    />
  )
}
