import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { formatDay } from '#core/calendar.ts'
import { formatMoney, toCents } from '#core/money.ts'
import { nameMethod, RECEIPT_STATES } from '#core/receipts/kinds.ts'
import type { ReceiptDetails } from '#core/receipts/responses.ts'
import { ApiError } from '#web/api/client.ts'
import { OnlyFor } from '#web/api/may.tsx'
import { receiptQuery } from '#web/receipts/queries.ts'
import { HistoryButton } from '#web/records/history/history-button.tsx'
import { readPathId } from '#web/records/page/page-address.ts'
import { Fact, Facts } from '#web/records/page/record-facts.tsx'
import { NotFound } from '#web/records/page/record-page.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button, LINK_BUTTON } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Query } from '#web/ui/query.tsx'
import { Page } from '#web/ui/page.tsx'
import { ReceiptDifferences, ReceiptParts, ReceiptRefunds } from './receipt-rows.tsx'
import { StepForm, type Step } from './step-form.tsx'

/** One receipt: the invoices that it pays, differences, refunds, and the steps (SPEC C192–C198). */
export function ReceiptPage() {
  const id = readPathId(useParams().id)
  const query = useQuery({ ...receiptQuery(id ?? 0), enabled: id !== null })
  const { data, error } = query
  if (id === null || (error instanceof ApiError && error.status === 404))
    return <NotFound singular="Receipt" />
  if (data) return <LoadedReceipt key={id} receipt={data} />
  return (
    <Page title="Receipt">
      <Query of={query} skeleton="h-64" />
    </Page>
  )
}

function LoadedReceipt({ receipt }: { receipt: ReceiptDetails }) {
  const [step, setStep] = useState<Step>()
  const { id, method, reference, brokerName, receivedOn } = receipt
  return (
    <Page
      title={`${nameMethod(method)} ${reference ?? ''} from ${brokerName}`}
      description={`${formatMoney(toCents(receipt.amount))} received on ${formatDay(receivedOn)}`}
      actions={
        <div className="flex flex-wrap items-center gap-2">
          <HistoryButton path="receipts" id={id} />
          <OnlyFor permission="billing">
            <ReceiptActions receipt={receipt} onStep={setStep} />
          </OnlyFor>
        </div>
      }
    >
      <ReceiptFacts receipt={receipt} />
      <ReceiptParts receipt={receipt} onStep={setStep} />
      <ReceiptDifferences receipt={receipt} onStep={setStep} />
      <ReceiptRefunds receipt={receipt} onStep={setStep} />
      {step && <StepForm receipt={receipt} step={step} onClose={() => setStep(undefined)} />}
    </Page>
  )
}

type ActionsProps = { receipt: ReceiptDetails; onStep: (step: Step) => void }

function ReceiptActions({ receipt, onStep }: ActionsProps) {
  const hasRest = toCents(receipt.unapplied) > 0n
  return (
    <>
      <Button variant="secondary" onClick={() => onStep({ kind: 'edit' })}>
        Edit
      </Button>
      {receipt.state !== 'reversed' && (
        <Button variant="secondary" onClick={() => onStep({ kind: 'reverse' })}>
          Reverse
        </Button>
      )}
      {hasRest && (
        <>
          <Button variant="secondary" onClick={() => onStep({ kind: 'refund' })}>
            Refund
          </Button>
          <Link className={LINK_BUTTON} to={`/receipts/${receipt.id}/apply`}>
            Apply Money
          </Link>
        </>
      )}
    </>
  )
}

function ReceiptFacts({ receipt }: { receipt: ReceiptDetails }) {
  const { state, amount, applied, unapplied, refunded, depositedOn, note, brokerId } = receipt
  const shown = RECEIPT_STATES.find(({ value }) => value === state)
  return (
    <Card>
      <Facts>
        <Fact label="Status">
          <Badge tone={shown?.tone ?? 'neutral'}>{shown?.label ?? state}</Badge>
        </Fact>
        <Fact label="Broker">
          <Link className="hit-area text-accent-strong underline" to={`/brokers/${brokerId}`}>
            {receipt.brokerName}
          </Link>
        </Fact>
        <Fact label="Amount">{formatMoney(toCents(amount))}</Fact>
        <Fact label="Applied">{formatMoney(toCents(applied))}</Fact>
        <Fact label="Unapplied">{formatMoney(toCents(unapplied))}</Fact>
        {toCents(refunded) > 0n && <Fact label="Refunded">{formatMoney(toCents(refunded))}</Fact>}
        <Fact label="Deposited On">{depositedOn ? formatDay(depositedOn) : '–'}</Fact>
        {receipt.reversedOn && (
          <Fact label="Reversed">
            {formatDay(receipt.reversedOn)}: {receipt.reversalReason}
          </Fact>
        )}
        {note && <Fact label="Note">{note}</Fact>}
      </Facts>
      {receipt.isRefundDue && (
        <p className="text-sm text-waiting">
          Unapplied for more than 30 days. Apply it, or return it to the broker (49 CFR 378).
        </p>
      )}
    </Card>
  )
}
