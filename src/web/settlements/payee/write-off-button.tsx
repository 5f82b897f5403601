import { useState } from 'react'
import { settlementMessages } from '#core/settlements/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { ReasonDialog } from '#web/settlements/approval/reason-dialog.tsx'
import { useOpenAmount } from './use-debt.ts'

type ReleaseButtonProps = {
  billingId: number
  /** Of a changed load; null: of what was carried out. */
  loadId: number | null
  /** What is released, in words. */
  what: string
  onLines: () => void
}

/** Asks, with a reason, for what a statement left open no more (SPEC C10). */
export function WriteOffButton({ billingId, loadId, what, onLines }: ReleaseButtonProps) {
  const [open, setOpen] = useState(false)
  const { step, busy, refused } = useOpenAmount(() => {
    setOpen(false)
    onLines()
  })
  return (
    <>
      <Button variant="secondary" aria-label={`Release: ${what}`} onClick={() => setOpen(true)}>
        Release
      </Button>
      {open && (
        <ReasonDialog
          title="Release"
          description={`${what}. No settlement asks for it, or pays it out, from now on. The statement itself stays as it is.`}
          confirm="Release"
          working="Releasing..."
          {...{ busy, refused }}
          onConfirm={(reason) =>
            step({
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
