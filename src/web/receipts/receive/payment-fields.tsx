import { useEffect, useRef, type KeyboardEvent } from 'react'
import { RECEIPT_METHODS } from '#core/receipts/kinds.ts'
import { DayInput } from '#web/ui/inputs/day-input.tsx'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { MoneyInput } from '#web/ui/inputs/money-input.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { BrokerPicker } from './broker-picker.tsx'
import type { PaymentFields } from './use-receive-payment.ts'

type PaymentFieldsProps = {
  fields: PaymentFields
  errors: Record<string, string>
  onChange: (change: Partial<PaymentFields>) => void
  /** Called on Enter in the amount or number, to go to the invoices. */
  onEnter: () => void
}

/** Broker, amount and number come first: the other fields rarely change. The first blank field gets the focus. */
export function PaymentFieldsGrid({ fields, errors, onChange, onEnter }: PaymentFieldsProps) {
  const root = useRef<HTMLDivElement>(null)
  const start = useRef(fields.brokerId === '' ? 'button' : 'input')
  useEffect(() => root.current?.querySelector<HTMLElement>(start.current)?.focus(), [])

  function goToInvoices(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    onEnter()
  }

  return (
    <div ref={root} className="grid gap-x-4 gap-y-1 sm:grid-cols-2 lg:grid-cols-3">
      <Labeled label="Broker" name="brokerId" required error={errors.brokerId}>
        {(aria) => (
          <BrokerPicker
            aria={aria}
            value={fields.brokerId}
            label={fields.brokerName}
            onChoose={({ id, name }) => onChange({ brokerId: id, brokerName: name })}
          />
        )}
      </Labeled>
      <Labeled label="Amount" name="amount" required error={errors.amount}>
        {(aria) => (
          <MoneyInput
            {...aria}
            adornment="$"
            placeholder="0.00"
            value={fields.amount}
            onChange={(amount) => onChange({ amount })}
            onKeyDown={goToInvoices}
          />
        )}
      </Labeled>
      <Labeled label="Check # or Reference" name="reference" error={errors.reference}>
        {(aria) => (
          <TextInput
            {...aria}
            autoComplete="off"
            value={fields.reference}
            onChange={(event) => onChange({ reference: event.target.value })}
            onKeyDown={goToInvoices}
          />
        )}
      </Labeled>
      <Labeled label="Method" name="method" error={errors.method}>
        {(aria) => (
          <Select
            {...aria}
            value={fields.method}
            onChange={(method) => onChange({ method })}
            options={RECEIPT_METHODS}
          />
        )}
      </Labeled>
      <Labeled label="Received On" name="receivedOn" required error={errors.receivedOn}>
        {(aria) => (
          <DayInput
            {...aria}
            value={fields.receivedOn}
            onChange={(receivedOn) => onChange({ receivedOn })}
          />
        )}
      </Labeled>
      <Labeled label="Deposited On" name="depositedOn" error={errors.depositedOn}>
        {(aria) => (
          <DayInput
            {...aria}
            value={fields.depositedOn}
            onChange={(depositedOn) => onChange({ depositedOn })}
          />
        )}
      </Labeled>
    </div>
  )
}
