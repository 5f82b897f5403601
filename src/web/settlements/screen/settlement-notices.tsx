import { ApprovalCard } from '#web/settlements/approval/approval-card.tsx'
import { VoidStatements } from '#web/settlements/approval/void-statements.tsx'
import { FrozenDrift } from '#web/settlements/payee/frozen-drift.tsx'
import { PreviousPayeeNotice } from '#web/settlements/payee/previous-payee-notice.tsx'
import { DriftNotice } from './drift-notice.tsx'
import { useSettlement } from './use-settlement.ts'

/** The notices above the amounts: changed loads, open amounts, the settlement's status. */
export function SettlementNotices() {
  const { truckId } = useSettlement().parameters
  return (
    <>
      <DriftNotice />
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
