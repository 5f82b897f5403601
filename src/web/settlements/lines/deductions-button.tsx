import { Button } from '#web/ui/button.tsx'
import type { DriftNoticeProps } from '#web/settlements/screen/drift-notice.tsx'
import { hasDrifted, hasStaleCounts } from '#web/settlements/screen/sheet.ts'
import { useRecalculate } from '#web/settlements/screen/use-recalculate.ts'

/**
 * Takes in what was changed of the recurring deductions since it was saved (SPEC C2). Where the loads changed too, the
 * notice above has the same button.
 */
export function DeductionsButton({ sheet, preview, lines, take, onConflict }: DriftNoticeProps) {
  const { recalculate, recalculating } = useRecalculate({ sheet, take, onConflict })
  const noticed = hasDrifted(sheet, preview) || hasStaleCounts(preview, lines)
  if (sheet.billing?.status !== 'pending' || noticed) return null
  return (
    <Button variant="secondary" onClick={recalculate}>
      {recalculating ? 'Recalculating...' : 'Recalculate Deductions'}
    </Button>
  )
}
