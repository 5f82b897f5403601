import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatDay } from '#core/calendar.ts'
import { formatMoney, toCents } from '#core/money.ts'
import { nameDifference, nameMethod } from '#core/receipts/kinds.ts'
import type { ReceiptDetails } from '#core/receipts/responses.ts'
import { OnlyFor } from '#web/api/may.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { classes } from '#web/ui/classes.ts'
import { describeDifference } from './describe-difference.ts'
import type { Step } from './step-form.tsx'

type RowsProps = { receipt: ReceiptDetails; onStep: (step: Step) => void }

/** The invoices that the money is or was applied to. */
export function ReceiptParts({ receipt: { parts }, onStep }: RowsProps) {
  return (
    <Card title="Invoices">
      {parts.length === 0 && (
        <p className="text-sm text-muted">This money is not applied to any invoice.</p>
      )}
      <RowList label="Invoices of this receipt">
        {parts.map((part) => (
          <FactRow
            key={part.id}
            ended={part.endedOn}
            amount={part.amount}
            action={
              part.ended === null && {
                text: 'Unapply',
                label: `invoice ${part.invoiceNumber}`,
                onClick: () => onStep({ kind: 'take-off', id: part.id }),
              }
            }
          >
            <InvoiceLink {...part} />
            {part.wasUnapplied && `, applied on ${formatDay(part.appliedOn)}`}
            {part.endedOn &&
              `, ${part.ended === 'reversed' ? 'reversed' : 'unapplied'} on ${formatDay(part.endedOn)}`}
          </FactRow>
        ))}
      </RowList>
    </Card>
  )
}

export function ReceiptDifferences({ receipt: { differences }, onStep }: RowsProps) {
  if (!differences.length) return null
  return (
    <Card title="Differences" description="What the broker did not pay, and why.">
      <RowList label="Differences of this receipt">
        {differences.map((one) => (
          <FactRow
            key={one.id}
            ended={one.endedOn}
            amount={one.amount}
            action={
              one.ended === null &&
              one.creditNoteId === null && {
                text: one.kind === 'short-pay-disputed' ? 'Close Dispute' : 'Undo',
                label: `${nameDifference(one.kind)} of invoice ${one.invoiceNumber}`,
                onClick: () => onStep({ kind: 'undo', id: one.id }),
              }
            }
          >
            <InvoiceLink {...one} />: {describeDifference(one)}
            {one.creditNoteId !== null && (
              <>
                {' '}
                <Link
                  className="hit-area text-accent-strong underline"
                  to={`/invoices/${one.creditNoteId}`}
                >
                  Credit note {one.creditNoteNumber}
                </Link>
              </>
            )}
          </FactRow>
        ))}
      </RowList>
    </Card>
  )
}

export function ReceiptRefunds({ receipt: { refunds }, onStep }: RowsProps) {
  if (!refunds.length) return null
  return (
    <Card title="Refunds">
      <RowList label="Refunds of this receipt">
        {refunds.map(({ id, day, amount, method, reference, reason, endedOn, endedReason }) => (
          <FactRow
            key={id}
            ended={endedOn}
            amount={amount}
            action={
              endedOn === null && {
                text: 'Void',
                label: `refund of ${formatDay(day)}`,
                onClick: () => onStep({ kind: 'end-refund', id }),
              }
            }
          >
            {formatDay(day)}, {[nameMethod(method), reference].filter(Boolean).join(' ')}: {reason}
            {endedOn && `, voided on ${formatDay(endedOn)}: ${endedReason}`}
          </FactRow>
        ))}
      </RowList>
    </Card>
  )
}

type InvoiceLinkProps = Pick<
  ReceiptDetails['parts'][number],
  'invoiceId' | 'invoiceNumber' | 'loads'
>

function InvoiceLink({ invoiceId, invoiceNumber, loads }: InvoiceLinkProps) {
  const numbers = loads.map((load) => load.brokerLoadNumber ?? load.loadId).join(', ')
  return (
    <>
      <Link className="hit-area text-accent-strong underline" to={`/invoices/${invoiceId}`}>
        Invoice {invoiceNumber}
      </Link>
      {numbers && ` · Load ${numbers}`}
    </>
  )
}

function RowList({ label, children }: { label: string; children: ReactNode[] }) {
  if (!children.length) return null
  return (
    <ul aria-label={label} className="grid gap-2 text-sm">
      {children}
    </ul>
  )
}

type FactRowProps = {
  ended: string | null
  amount: string
  action: { text: string; label: string; onClick: () => void } | false
  children: ReactNode
}

function FactRow({ ended, amount, action, children }: FactRowProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line pt-2 first:border-t-0 first:pt-0">
      <span className={classes('min-w-0 wrap-anywhere', ended && 'text-muted')}>{children}</span>
      <span className="ml-auto flex items-center gap-3">
        <span className={classes('tabular-nums', ended && 'text-muted line-through')}>
          {formatMoney(toCents(amount))}
        </span>
        {action && (
          <OnlyFor permission="billing">
            <Button
              variant="secondary"
              size="sm"
              aria-label={`${action.text}: ${action.label}`}
              onClick={action.onClick}
            >
              {action.text}
            </Button>
          </OnlyFor>
        )}
      </span>
    </li>
  )
}
