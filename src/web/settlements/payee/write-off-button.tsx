import { useState } from 'react'
import { settlementMessages } from '#core/settlements/messages.ts'
import { useMay } from '#web/api/may.tsx'
import { ReasonDialog } from '#web/settlements/approval/reason-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { useOpenAmount } from './use-open-amount.ts'

type WriteOffButtonProps = {
  billingId: number
  /** The changed load; null to write off the statement's carry-forward. */
  loadId: number | null
  /** "Load 1042 changed from $2,400.00 to $2,150.00 after statement 37". */
  openAmount: string
}

/** Writes off an open amount, with a reason (SPEC C10). */
export function WriteOffButton({ billingId, loadId, openAmount }: WriteOffButtonProps) {
  const [open, setOpen] = useState(false)
  const { post, busy, failure } = useOpenAmount(() => setOpen(false))
  if (!useMay('payroll')) return null
  return (
    <>
      <Button
        variant="secondary"
        aria-label={`Write Off: ${openAmount}`}
        onClick={() => setOpen(true)}
      >
        Write Off
      </Button>
      {open && (
        <ReasonDialog
          title="Write Off"
          description={`${openAmount}. This amount won't be collected or paid on any future settlement. The statement doesn't change.`}
          confirm="Write Off"
          working="Writing off..."
          busy={busy}
          failure={failure}
          onConfirm={(reason) =>
            post({
              path: `${billingId}/releases`,
              body: { loadId, reason },
              done: settlementMessages.writtenOff,
            })
          }
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
