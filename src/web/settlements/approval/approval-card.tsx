import { useState } from 'react'
import { formatDay } from '#core/calendar.ts'
import { formatMoney, toCents } from '#core/money.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import { paymentFields } from '#core/settlements/approval.ts'
import { SETTLEMENT_STATUSES } from '#core/statuses.ts'
import type { SettlementPreview } from '#core/settlements/preview.ts'
import { refetchLists } from '#web/api/queries.ts'
import { HistoryLink } from '#web/records/form/history-link.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { PayForm } from './pay-form.tsx'
import { PayeeLine } from '#web/settlements/payee/payee-line.tsx'
import { Refusal } from './refusal.tsx'
import { WriteOffs } from '#web/settlements/payee/write-offs.tsx'
import { savedSettlement, type LoadedSettlement } from '#web/settlements/screen/sheet.ts'
import { useApprove } from './use-approve.ts'
import { VoidForm } from './void-form.tsx'

type LifeCardProps = {
  /** Null: nothing is saved yet. */
  billing: Settlement | null
  preview: SettlementPreview
  /** Something is typed and not saved: what would be approved is not what is on the screen. */
  changed: boolean
  take: (next: LoadedSettlement) => void
  /** Loads the same truck and date again: a void one is not found any more. */
  onAnew: () => void
}

/** Where the settlement stands, and its next step (SPEC C3). */
export function ApprovalCard({ billing, preview, changed, take, onAnew }: LifeCardProps) {
  const payee = <PayeeLine {...{ billing, preview, changed, take }} />
  if (!billing)
    return (
      <Card title="Not Saved" description="Saving makes a draft, which can still be changed.">
        {payee}
      </Card>
    )
  return (
    <Card
      title={billing.number === null ? 'Draft' : `Statement ${billing.number}`}
      description={describe(billing)}
      actions={<StatusLine status={billing.status} />}
    >
      {payee}
      <Steps {...{ billing, changed, take, onAnew }} payee={preview.payee?.name ?? null} />
      {billing.number !== null && (
        <WriteOffs billingId={billing.id} onLines={() => void refetchLists()} />
      )}
      <HistoryLink path="billing" id={billing.id} />
    </Card>
  )
}

type StepsProps = Omit<LifeCardProps, 'billing' | 'preview'> & {
  billing: Settlement
  payee: string | null
}

/** What it can become next. */
function Steps({ billing, payee, changed, take, onAnew }: StepsProps) {
  const [opened, setOpened] = useState<'pay' | 'void'>()
  const onDone = (next: Settlement) => take(savedSettlement(next))
  const { approve, approving, refusedOf } = useApprove(onDone)
  const form = { billing, onDone, onClose: () => setOpened(undefined) }
  const { status } = billing
  return (
    <div className="flex flex-wrap items-center gap-2">
      {status === 'pending' && (
        <Button disabled={changed || approving} onClick={() => approve(billing)}>
          {approving ? 'Approving...' : 'Approve'}
        </Button>
      )}
      {status === 'approved' && <Button onClick={() => setOpened('pay')}>Mark Paid</Button>}
      {(status === 'approved' || status === 'paid') && (
        <Button variant="secondary" onClick={() => setOpened('void')}>
          Void
        </Button>
      )}
      {status === 'void' && <Button onClick={onAnew}>Settle Anew</Button>}
      {changed && <p className="text-xs text-muted">Save or undo your changes first.</p>}
      <Refusal message={refusedOf(billing)} />
      {opened === 'pay' && <PayForm {...form} payee={payee} />}
      {opened === 'void' && <VoidForm {...form} />}
    </div>
  )
}

function StatusLine({ status }: Pick<Settlement, 'status'>) {
  const option = SETTLEMENT_STATUSES.find(({ value }) => value === status)
  return <Badge tone={option?.tone ?? 'neutral'}>{option?.label ?? status}</Badge>
}

function describe({ status, netPayment, paidOn, paymentMethod, paymentReference }: Settlement) {
  const net = formatMoney(toCents(netPayment))
  if (status === 'pending')
    return 'Approving gives it its number and freezes what the statement prints.'
  if (status === 'approved') return `${net} to be paid. Its figures are frozen.`
  if (status === 'void') return 'Void: it counts no more.'
  const { options } = paymentFields.paymentMethod
  const method = options?.find(({ value }) => value === paymentMethod)?.label
  const how = [method, paymentReference].filter(Boolean).join(' ')
  return `${net} paid on ${paidOn ? formatDay(paidOn) : ''}, ${how}. Its figures are frozen.`
}
