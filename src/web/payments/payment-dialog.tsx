import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatDay } from '#core/calendar.ts'
import { formatMoney, toCents } from '#core/money.ts'
import type { PaymentDetails } from '#core/payments/responses.ts'
import { OnlyFor } from '#web/api/may.tsx'
import { HistoryButton } from '#web/records/history/history-button.tsx'
import { StatusBadge } from '#web/ui/badge.tsx'
import { Query } from '#web/ui/query.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { PaymentActions } from './payment-actions.tsx'
import { paymentQuery } from './queries.ts'
import { describePaid } from './statement-payments.tsx'
import { fileAddress } from '#web/api/client.ts'

type PaymentDialogProps = { id: number; onOpen: (id: number) => void; onClose: () => void }

/** A payment: its statements, what closed its unapplied money, and its actions (SPEC C11, C12). */
export function PaymentDialog({ id, onOpen, onClose }: PaymentDialogProps) {
  const query = useQuery(paymentQuery(id))
  const { data } = query
  return (
    <Dialog
      open
      title={data?.payeeName ? `Payment to ${data.payeeName}` : 'Payment'}
      description={data ? describePaid(data) : undefined}
      onOpenChange={(open) => !open && onClose()}
    >
      <Query of={query} skeleton="h-40">
        {(data) => (
          <div className="grid gap-4 text-sm">
            <PaymentState payment={data} onOpen={onOpen} />
            <Parts payment={data} />
            <OnlyFor permission="payroll">
              <PaymentActions payment={data} onOpen={onOpen} />
            </OnlyFor>
            <HistoryButton path="payouts" id={id} />
          </div>
        )}
      </Query>
    </Dialog>
  )
}

type OfPayment = { payment: PaymentDetails }

function PaymentState({ payment, onOpen }: OfPayment & Pick<PaymentDialogProps, 'onOpen'>) {
  const { state, reversal, reversedOn, reversalReason, replaces, countsOn, unapplied, note } =
    payment
  return (
    <div className="grid justify-items-start gap-1">
      <StatusBadge status={state} />
      {reversal && reversedOn && (
        <p className="wrap-anywhere">
          {`${reversal.charAt(0).toUpperCase()}${reversal.slice(1)} on ${formatDay(reversedOn)}: ${reversalReason}`}
        </p>
      )}
      {toCents(unapplied) > 0n && (
        <p className="text-waiting">{formatMoney(toCents(unapplied))} covers no statement.</p>
      )}
      {payment.needsDecision && (
        <p className="text-waiting">
          The statement of this payment was voided. Was the payment never cashed or returned, or did
          the payee keep the money?
        </p>
      )}
      {replaces !== null && (
        <button
          type="button"
          className="hit-area text-accent-strong underline"
          onClick={() => onOpen(replaces)}
        >
          Issued in place of another payment
        </button>
      )}
      {countsOn && <p>Counts in {countsOn.slice(0, 4)}, the year of the first payment.</p>}
      {note && <p className="wrap-anywhere text-muted">{note}</p>}
    </div>
  )
}

const ENDED = { reversed: 'reversed', kept: 'void, money kept', undecided: 'void' }

function Parts({ payment: { parts } }: OfPayment) {
  if (parts.length === 0) return null
  return (
    <ul aria-label="Statements" className="grid gap-1">
      {parts.map(({ id, amount, number, truck, settlementDate, ended, ...part }) => (
        <li key={id} className="flex flex-wrap justify-between gap-x-4">
          <Link
            className="hit-area wrap-anywhere text-accent-strong underline"
            to={fileAddress(`/api/billing/${part.billingId}/statement.pdf`)}
            target="_blank"
            reloadDocument
          >
            Statement {number}, truck {truck}, {formatDay(settlementDate)}
          </Link>
          <span className="tabular-nums">
            {ended && <span className="text-muted">{ENDED[ended]} </span>}
            {formatMoney(toCents(amount))}
          </span>
        </li>
      ))}
    </ul>
  )
}
