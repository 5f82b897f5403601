import { useState } from 'react'
import { Link } from 'react-router'
import { statementAddress } from '#core/settlements/history.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import { SETTLEMENT_STATUSES } from '#core/statuses.ts'
import { OnlyFor } from '#web/api/may.tsx'
import { HistoryButton } from '#web/records/history/history-button.tsx'
import { SettleAgainButton } from '#web/settlements/again/settle-again-button.tsx'
import { OffsetStatements } from '#web/settlements/offsets/offset-statements.tsx'
import { PayeeLine } from '#web/settlements/payee/payee-line.tsx'
import { PaymentsOfStatement } from '#web/payments/statement-payments.tsx'
import { UnappliedNotice } from '#web/payments/unapplied-notice.tsx'
import { WriteOffs } from '#web/settlements/payee/write-offs.tsx'
import { fromSaved } from '#web/settlements/screen/loaded-settlement.ts'
import { useSettlement } from '#web/settlements/screen/use-settlement.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ApproveButtons } from './approve-buttons.tsx'
import { describeStatus } from './describe-status.ts'
import { PayForm } from './pay-form.tsx'
import { VoidForm } from './void-form.tsx'

const LINK = 'hit-area text-sm font-medium text-accent-strong underline underline-offset-2'

/** The settlement's status and its next step (SPEC C3). */
export function ApprovalCard() {
  const { loaded, preview } = useSettlement()
  if (!loaded || !preview) return null
  const { billing } = loaded
  if (!billing)
    return (
      <Card title="Not Saved" description="Save to create a draft you can still edit.">
        <PayeeLine billing={null} preview={preview} />
      </Card>
    )
  return (
    <Card
      title={billing.number === null ? 'Draft' : `Statement ${billing.number}`}
      description={describeStatus(billing)}
      actions={<StatusBadge status={billing.status} />}
    >
      {/* For a void statement the preview has the payee of the next settlement. */}
      {billing.status !== 'void' && <PayeeLine billing={billing} preview={preview} />}
      {billing.number !== null && <OffsetStatements billing={billing} />}
      <OnlyFor permission="payroll">
        <NextSteps billing={billing} payee={preview.payee?.name ?? null} />
      </OnlyFor>
      {billing.number !== null && <PaymentsOfStatement billing={billing} />}
      {billing.number !== null && <UnappliedNotice payee={billing.payee} />}
      {billing.number !== null && <WriteOffs billingId={billing.id} />}
      <div className="flex flex-wrap items-center gap-4">
        <Link className={LINK} to={statementAddress(billing.id)}>
          Compare with Previous Statement
        </Link>
        <HistoryButton path="billing" id={billing.id} />
      </div>
    </Card>
  )
}

type NextStepsProps = { billing: Settlement; payee: string | null }

function NextSteps({ billing, payee }: NextStepsProps) {
  const { hasChanges, replace, load } = useSettlement()
  const [dialog, setDialog] = useState<'pay' | 'void'>()
  const onDone = (next: Settlement) => replace(fromSaved(next))
  const form = { billing, onDone, onClose: () => setDialog(undefined) }
  const { status } = billing
  return (
    <div className="flex flex-wrap items-center gap-2">
      {status === 'pending' && (
        <ApproveButtons billing={billing} disabled={hasChanges} onDone={onDone} />
      )}
      {status === 'approved' && <Button onClick={() => setDialog('pay')}>Pay</Button>}
      {(status === 'approved' || status === 'paid') && (
        <Button variant="secondary" onClick={() => setDialog('void')}>
          Void
        </Button>
      )}
      {/* A void statement is no longer found: loading its truck and date starts a new settlement. */}
      {status === 'void' && (
        <>
          <SettleAgainButton billingId={billing.id} onDone={onDone} />
          <Button variant="secondary" onClick={load}>
            Create New Settlement
          </Button>
        </>
      )}
      {hasChanges && <p className="text-xs text-muted">Save or discard your changes first.</p>}
      {dialog === 'pay' && <PayForm {...form} payee={payee} />}
      {dialog === 'void' && <VoidForm {...form} />}
    </div>
  )
}

function StatusBadge({ status }: Pick<Settlement, 'status'>) {
  const option = SETTLEMENT_STATUSES.find(({ value }) => value === status)
  return <Badge tone={option?.tone ?? 'neutral'}>{option?.label ?? status}</Badge>
}
