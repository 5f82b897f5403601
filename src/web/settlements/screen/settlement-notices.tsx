import type { Settlement } from '#core/settlements/settlement.ts'
import type { Line } from '#core/settlements/lines.ts'
import type { SettlementPreview } from '#core/settlements/preview.ts'
import type { Chosen } from './chosen.ts'
import { DriftNotice } from './drift-notice.tsx'
import { FrozenDrift } from '#web/settlements/payee/frozen-drift.tsx'
import { ApprovalCard } from '#web/settlements/approval/approval-card.tsx'
import type { LoadedSettlement } from './sheet.ts'
import { VoidStatements } from '#web/settlements/approval/void-statements.tsx'
import { PreviousOwnerNotice } from '#web/settlements/payee/previous-owner-notice.tsx'

type SettlementNoticesProps = {
  chosen: Chosen
  sheet: LoadedSettlement | null
  preview: SettlementPreview | undefined
  lines: Line[]
  changed: boolean
  take: (next: LoadedSettlement) => void
  load: () => void
  onLines: () => void
  onConflict: (theirs: Settlement) => void
}

/** What has to be known before the figures are read: what changed, what waits, and where the settlement stands. */
export function SettlementNotices(props: SettlementNoticesProps) {
  const { chosen, sheet, preview, lines, changed, take, load, onLines, onConflict } = props
  return (
    <>
      {sheet && preview && <DriftNotice {...{ sheet, preview, lines, take, onConflict }} />}
      {chosen.truckId !== null && (
        <>
          <PreviousOwnerNotice truckId={chosen.truckId} onLines={onLines} />
          <FrozenDrift truckId={chosen.truckId} onLines={onLines} />
        </>
      )}
      {sheet && preview && (
        <ApprovalCard billing={sheet.billing} onAnew={load} {...{ preview, changed, take }} />
      )}
      {sheet && <VoidStatements statements={preview?.voided ?? []} />}
    </>
  )
}
