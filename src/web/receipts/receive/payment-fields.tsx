import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { getEntity } from '#core/entities/entities.ts'
import { RECEIPT_METHODS } from '#core/receipts/kinds.ts'
import type { PayableInvoice } from '#core/receipts/responses.ts'
import { foundInvoicesQuery } from '#web/receipts/queries.ts'
import { useOptions } from '#web/records/form/use-options.ts'
import { useDebounced } from '#web/records/list/use-debounced.ts'
import { DayInput } from '#web/ui/inputs/day-input.tsx'
import { type Aria, Labeled } from '#web/ui/inputs/labeled.tsx'
import { MoneyInput } from '#web/ui/inputs/money-input.tsx'
import { Picker } from '#web/ui/inputs/picker.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
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

type BrokerPickerProps = {
  aria: Aria
  value: string
  label: string
  onChoose: (broker: { id: string; name: string }) => void
}

/** Finds a broker by name, or by the number of a load or invoice that is open. */
function BrokerPicker({ aria, value, label, onChoose }: BrokerPickerProps) {
  const [typed, setTyped] = useState('')
  const { options: brokers, searching } = useOptions(getEntity('brokers'), typed, true)
  const search = useDebounced(typed.trim())
  const { data: found } = useQuery(foundInvoicesQuery(/\d/.test(search) ? search : ''))
  const byNumber = search === typed.trim() ? toChoices(found?.invoices ?? []) : []
  const others = brokers.filter((one) => !byNumber.some((known) => known.value === one.value))
  const options = [...byNumber, ...others]

  return (
    <Picker
      {...aria}
      value={value}
      chosenLabel={value === '' ? undefined : label}
      placeholder="Choose broker"
      options={options}
      loading={searching}
      onSearch={setTyped}
      onChange={(id) =>
        onChoose({ id, name: options.find((option) => option.value === id)?.label ?? '' })
      }
    />
  )
}

/** Lists each broker once. The hint is the load or invoice that was found. */
function toChoices(invoices: readonly PayableInvoice[]) {
  const byBroker = new Map(invoices.map((invoice) => [invoice.brokerId, invoice]))
  return [...byBroker.values()].map(({ brokerId, brokerName, number, loads: [load] }) => ({
    value: String(brokerId),
    label: brokerName,
    hint: load ? `Load ${load.brokerLoadNumber ?? load.loadId}` : `Invoice ${number}`,
  }))
}
