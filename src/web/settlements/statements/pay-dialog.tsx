import { PayGrid } from '#web/settlements/run/pay/pay-grid.tsx'
import { StepsNotice } from '#web/settlements/run/steps-notice.tsx'
import { useSteps } from '#web/settlements/run/use-steps.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

/** Pays the selected statements that are open (SPEC C51). */
export function PayDialog({ ids, onClose }: { ids: number[]; onClose: () => void }) {
  const { progress, start, stop } = useSteps()
  const busy = progress?.running ?? false
  return (
    <Dialog
      open
      wide
      title="Pay the selected statements"
      description="Each payee gets one payment. Drafts and paid statements are left out."
      onOpenChange={(open) => !open && !busy && onClose()}
    >
      {progress && <StepsNotice progress={progress} onStop={stop} />}
      <PayGrid of={{ ids: new Set(ids) }} busy={busy} onStart={start} />
    </Dialog>
  )
}
