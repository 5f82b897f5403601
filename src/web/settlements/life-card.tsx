import { useState } from 'react'
import { formatDay } from '#core/calendar.ts'
import { formatMoney, toCents } from '#core/money.ts'
import type { Settlement } from '#core/settlement.ts'
import { paymentFields, SETTLEMENT_STATUSES } from '#core/settlement-life.ts'
import { HistoryLink } from '#web/records/history-link.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { PayForm } from './pay-form.tsx'
import { savedSheet, type Sheet } from './sheet.ts'
import { useApprove } from './use-approve.ts'
import { VoidForm } from './void-form.tsx'

type LifeCardProps = {
  billing: Settlement
  /** Something is typed and not saved: what would be approved is not what is on the screen. */
  changed: boolean
  take: (next: Sheet) => void
}

/** Where the settlement stands, and its next step (SPEC C3). */
export function LifeCard({ billing, changed, take }: LifeCardProps) {
  const [opened, setOpened] = useState<'pay' | 'void'>()
  const onDone = (next: Settlement) => take(savedSheet(next))
  const { approve, approving } = useApprove(onDone)
  const form = { billing, onDone, onClose: () => setOpened(undefined) }
  const { status } = billing
  return (
    <Card
      title={billing.number === null ? 'Draft' : `Statement ${billing.number}`}
      description={describe(billing)}
      actions={<StatusOf status={status} />}
    >
      {status !== 'void' && (
        <div className="flex flex-wrap items-center gap-2">
          {status === 'pending' && (
            <Button disabled={changed || approving} onClick={() => approve(billing)}>
              {approving ? 'Approving...' : 'Approve'}
            </Button>
          )}
          {status === 'approved' && <Button onClick={() => setOpened('pay')}>Mark Paid</Button>}
          {status !== 'pending' && (
            <Button variant="secondary" onClick={() => setOpened('void')}>
              Void
            </Button>
          )}
          {changed && <p className="text-xs text-muted">Save or undo your changes first.</p>}
        </div>
      )}
      <HistoryLink path="billing" id={billing.id} />
      {opened === 'pay' && <PayForm {...form} />}
      {opened === 'void' && <VoidForm {...form} />}
    </Card>
  )
}

function StatusOf({ status }: Pick<Settlement, 'status'>) {
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
