import { formatMoney, toCents } from '#core/money.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import type { Line } from '#core/settlements/lines.ts'
import type { SettlementPreview } from '#core/settlements/preview.ts'
import { Button } from '#web/ui/button.tsx'
import { hasDrifted, hasStaleCounts, type LoadedSettlement } from './sheet.ts'
import { useRecalculate } from './use-recalculate.ts'
import { classes } from '#web/ui/classes.ts'
import { NOTICE } from './notice-style.ts'

export type DriftNoticeProps = {
  sheet: LoadedSettlement
  preview: SettlementPreview
  lines: Line[]
  take: (next: LoadedSettlement) => void
  onConflict: (theirs: Settlement) => void
}

/** Loads were changed after the settlement was saved: what differs, and the way to agree again (SPEC B28). */
export function DriftNotice({ sheet, preview, lines, take, onConflict }: DriftNoticeProps) {
  const { recalculate, recalculating } = useRecalculate({ sheet, take, onConflict })
  const drifted = hasDrifted(sheet, preview)
  const miscounted = hasStaleCounts(preview, lines)
  if (sheet.billing?.status !== 'pending' || !(drifted || miscounted)) return null
  return (
    <div
      role="status"
      className={classes('flex flex-wrap items-center justify-between gap-3', NOTICE)}
    >
      <p className="min-w-0">
        {drifted ? <RevenueDiffers sheet={sheet} preview={preview} /> : <CountDiffers />}{' '}
        Recalculating takes today&apos;s revenue, and works the recurring deductions out anew.
      </p>
      <Button variant="secondary" onClick={recalculate}>
        {recalculating ? 'Recalculating...' : 'Recalculate'}
      </Button>
    </div>
  )
}

function RevenueDiffers({ sheet, preview }: Pick<DriftNoticeProps, 'sheet' | 'preview'>) {
  const saved = toCents(sheet.billing?.totalRevenue ?? '0.00')
  const now = toCents(preview.totalRevenue ?? '0.00')
  const more = now > saved
  return (
    <>
      <strong>The loads no longer add up to the saved revenue.</strong> Saved: {formatMoney(saved)}.
      Today&apos;s loads: {formatMoney(now)}, which is{' '}
      {formatMoney(more ? now - saved : saved - now)} {more ? 'more' : 'less'}.
    </>
  )
}

function CountDiffers() {
  return (
    <>
      <strong>Miles or loads changed since they were deducted for.</strong> The statement would show
      the loads as they are, and deductions for what they were.
    </>
  )
}
