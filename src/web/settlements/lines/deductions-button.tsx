import { useMay } from '#web/api/may.tsx'
import { findStaleReason } from '#web/settlements/screen/loaded-settlement.ts'
import { useRecalculate } from '#web/settlements/screen/use-recalculate.ts'
import { useSettlement } from '#web/settlements/screen/use-settlement.ts'
import { Button } from '#web/ui/button.tsx'

/**
 * Applies recurring deductions that changed after the draft was saved (SPEC C2). If its loads changed too,
 * `DriftNotice` has the same button.
 */
export function DeductionsButton() {
  const { loaded, preview, lines } = useSettlement()
  const { recalculate, recalculating } = useRecalculate()
  const mayChange = useMay('payroll')
  if (!mayChange || loaded?.billing?.status !== 'pending' || !preview) return null
  if (findStaleReason(loaded, preview, lines)) return null
  return (
    <Button variant="secondary" onClick={recalculate}>
      {recalculating ? 'Recalculating...' : 'Recalculate Deductions'}
    </Button>
  )
}
