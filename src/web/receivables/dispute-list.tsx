import { useState } from 'react'
import { formatDay } from '#core/calendar.ts'
import { formatMoney, toCents } from '#core/money.ts'
import { DISPUTE_OUTCOMES, nameReason, type Dispute } from '#core/receivables/disputes.ts'
import { useMay } from '#web/api/may.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { CloseDisputeForm, DisputeForm } from './dispute-form.tsx'

/** Disputes with their next step. Open ones can be changed and closed. */
export function DisputeList({ disputes }: { disputes: readonly Dispute[] }) {
  const [dialog, setDialog] = useState<{ step: 'change' | 'close'; dispute: Dispute }>()
  const mayChange = useMay('billing')
  const close = () => setDialog(undefined)
  return (
    <>
      <ul aria-label="Disputes" className="grid gap-3 text-sm empty:hidden">
        {disputes.map((dispute) => (
          <li key={dispute.id} className="flex flex-wrap items-start justify-between gap-2">
            <span className="min-w-0 wrap-anywhere">
              <span className="flex flex-wrap items-center gap-2">
                <Badge tone={dispute.closedOn === null ? 'bad' : 'neutral'}>
                  {dispute.closedOn === null ? 'Disputed' : 'Closed'}
                </Badge>
                Invoice {dispute.invoiceNumber} · {nameReason(dispute.reason)} ·{' '}
                <span className="tabular-nums">{formatMoney(toCents(dispute.amount))}</span>
              </span>
              <span className="block text-muted">{describeDispute(dispute)}</span>
              {dispute.note && <span className="block whitespace-pre-wrap">{dispute.note}</span>}
            </span>
            {mayChange && dispute.closedOn === null && (
              <span className="flex gap-2">
                <Button
                  size="sm"
                  variant="secondary"
                  onClick={() => setDialog({ step: 'change', dispute })}
                >
                  Edit
                </Button>
                <Button
                  size="sm"
                  variant="secondary"
                  onClick={() => setDialog({ step: 'close', dispute })}
                >
                  Close
                </Button>
              </span>
            )}
          </li>
        ))}
      </ul>
      {dialog?.step === 'change' && (
        <DisputeForm
          dispute={dialog.dispute}
          invoice={{
            id: dialog.dispute.invoiceId,
            number: dialog.dispute.invoiceNumber,
            open: dialog.dispute.amount,
          }}
          onClose={close}
        />
      )}
      {dialog?.step === 'close' && <CloseDisputeForm dispute={dialog.dispute} onClose={close} />}
    </>
  )
}

/** "Since 11/2/2026 · Send the POD by 11/20/2026". */
function describeDispute({ openedOn, nextStep, nextOn, closedOn, outcome }: Dispute): string {
  const since = `Since ${formatDay(openedOn)}`
  if (closedOn !== null) {
    const how = DISPUTE_OUTCOMES.find(({ value }) => value === outcome)?.label ?? ''
    return `${since} · ${how} on ${formatDay(closedOn)}`
  }
  const next = [nextStep ?? (nextOn && 'Next step'), nextOn && `by ${formatDay(nextOn)}`]
  return [since, next.filter(Boolean).join(' ')].filter(Boolean).join(' · ')
}
