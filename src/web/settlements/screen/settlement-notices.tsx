import { formatMoney, toCents } from '#core/money.ts'
import { OnlyFor } from '#web/api/may.tsx'
import { ApprovalCard } from '#web/settlements/approval/approval-card.tsx'
import { VoidStatements } from '#web/settlements/approval/void-statements.tsx'
import { DraftCardsNotice } from '#web/settlements/cards/draft-cards-notice.tsx'
import { Notice } from '#web/settlements/notice.tsx'
import { FrozenDrift } from '#web/settlements/payee/frozen-drift.tsx'
import { PreviousPayeeNotice } from '#web/settlements/payee/previous-payee-notice.tsx'
import { Button } from '#web/ui/button.tsx'
import { findStaleReason } from './loaded-settlement.ts'
import { useRecalculate } from './use-recalculate.ts'
import { useSettlement } from './use-settlement.ts'

/** The notices above the amounts: changed loads, open amounts, the settlement's status. */
export function SettlementNotices() {
  const { parameters, loaded } = useSettlement()
  const { truckId } = parameters
  const draft = loaded?.billing?.status === 'pending' ? loaded.billing : null
  return (
    <>
      <DriftNotice />
      {draft && <DraftCardsNotice billingId={draft.id} />}
      {truckId !== null && (
        <>
          <PreviousPayeeNotice truckId={truckId} />
          <FrozenDrift truckId={truckId} />
        </>
      )}
      <ApprovalCard />
      <VoidStatements />
    </>
  )
}

/** Loads changed after the draft was saved: what differs, and a button to recalculate (SPEC B28). */
function DriftNotice() {
  const { loaded, preview, lines } = useSettlement()
  const { recalculate, recalculating } = useRecalculate()
  const reason = loaded && preview && findStaleReason(loaded, preview, lines)
  if (!reason) return null
  return (
    <Notice role="status" className="flex flex-wrap items-center justify-between gap-3">
      <p className="min-w-0">
        {reason === 'revenue' ? (
          <RevenueChange saved={loaded.billing?.totalRevenue} current={preview.totalRevenue} />
        ) : (
          <strong>Deductions no longer match the loads&apos; miles or count.</strong>
        )}{' '}
        Recalculate to update revenue and recurring deductions.
      </p>
      <OnlyFor permission="payroll">
        <Button variant="secondary" onClick={recalculate}>
          {recalculating ? 'Recalculating...' : 'Recalculate'}
        </Button>
      </OnlyFor>
    </Notice>
  )
}

function RevenueChange({ saved = '0.00', current = '0.00' }) {
  const [before, after] = [toCents(saved), toCents(current)]
  const change = `${after > before ? '+' : ''}${formatMoney(after - before)}`
  return (
    <>
      <strong>Load revenue has changed since this settlement was saved:</strong>{' '}
      {formatMoney(before)} → {formatMoney(after)} ({change}).
    </>
  )
}
