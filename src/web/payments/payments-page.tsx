import { useQuery } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { useCallback, useState } from 'react'
import { Link } from 'react-router'
import { formatDay, isDay, yearOf } from '#core/calendar.ts'
import type { AnyRecord } from '#core/entities/entity.ts'
import { formatMoney, toCents } from '#core/money.ts'
import { paymentsList } from '#core/payments/listing.ts'
import type { PaymentDetails } from '#core/payments/responses.ts'
import { fileAddress } from '#web/api/client.ts'
import { OnlyFor } from '#web/api/may.tsx'
import { today } from '#web/api/today.ts'
import { HistoryButton } from '#web/records/history/history-button.tsx'
import { ListPage } from '#web/records/list/list-page.tsx'
import { useList } from '#web/records/list/use-list.ts'
import { useRowKeys } from '#web/records/list/use-row-keys.ts'
import { useUrlAction } from '#web/records/list/use-url-action.ts'
import type { RowAction } from '#web/records/rows/row-action.tsx'
import { ExportLink, ReportLinks } from '#web/transfer/export-link.tsx'
import { StatusBadge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { DayInput } from '#web/ui/inputs/day-input.tsx'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Query } from '#web/ui/query.tsx'
import { PaymentActions } from './payment-actions.tsx'
import { paymentQuery } from './queries.ts'
import { describePaid } from './statement-payments.tsx'
import { UnappliedNotice } from './unapplied-notice.tsx'

const LINK = 'hit-area text-sm font-medium text-accent-strong underline'

/** Every payment. A row opens the payment's parts and actions (SPEC C11, C12). */
export function PaymentsPage() {
  const list = useList(paymentsList)
  const [shown, setShown] = useState<number>()
  useRowKeys({ onOpen: setShown })
  useUrlAction('open', (id) => setShown(Number(id) || undefined))
  const rowActions = useCallback(
    ({ id }: AnyRecord): RowAction[] => [
      { text: 'Open', label: `Open payment ${id}`, Icon: Eye, onClick: () => setShown(id) },
    ],
    [],
  )
  return (
    <ListPage
      list={list}
      actions={<ExportLink name={paymentsList.name} query={list.query} />}
      notices={<UnappliedNotice />}
      rowActions={rowActions}
      firstStep={
        <OnlyFor permission="payroll">
          <Link className={LINK} to="/settlements/run">
            Pay approved statements in the settlement run
          </Link>
        </OnlyFor>
      }
    >
      <OnlyFor permission="export">
        <RegisterForm />
      </OnlyFor>
      {shown !== undefined && (
        <PaymentDialog
          key={shown}
          id={shown}
          onOpen={setShown}
          onClose={() => setShown(undefined)}
        />
      )}
    </ListPage>
  )
}

/** The pay register of a period, as a file (SPEC C11). */
function RegisterForm() {
  const [from, setFrom] = useState(() => yearOf(today()).from)
  const [to, setTo] = useState(() => yearOf(today()).to)
  const fromError = isDay(from) ? undefined : 'From must be a day'
  const toError =
    isDay(to) && (fromError || from <= to) ? undefined : 'To must be a day on or after From'
  const isPeriod = !fromError && !toError
  return (
    <Card
      title="Pay Register"
      description="Every payment in a period, by payment date. Reversed payments are marked and count as zero."
    >
      <div className="flex flex-wrap items-end gap-x-4 gap-y-1">
        <Labeled label="From" name="from" error={fromError}>
          {(aria) => <DayInput {...aria} value={from} onChange={setFrom} />}
        </Labeled>
        <Labeled label="To" name="to" error={toError}>
          {(aria) => <DayInput {...aria} value={to} onChange={setTo} />}
        </Labeled>
        {isPeriod && (
          <ReportLinks
            className="mb-5"
            path="/api/payments/register"
            query={{ from, to }}
            text="Download Register"
          />
        )}
      </div>
    </Card>
  )
}

type PaymentDialogProps = { id: number; onOpen: (id: number) => void; onClose: () => void }

/** A payment: its statements, what closed its unapplied money, and its actions (SPEC C11, C12). */
function PaymentDialog({ id, onOpen, onClose }: PaymentDialogProps) {
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
            <div>
              <HistoryButton path="payouts" id={id} />
            </div>
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

const ENDED = { reversed: 'reversed', kept: 'void, money kept' }

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
