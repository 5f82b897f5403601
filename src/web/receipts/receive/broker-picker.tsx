import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getEntity } from '#core/entities/entities.ts'
import type { PayableInvoice } from '#core/receipts/responses.ts'
import { useOptions } from '#web/records/form/use-options.ts'
import { useDebounced } from '#web/records/list/use-debounced.ts'
import type { Aria } from '#web/ui/inputs/labeled.tsx'
import { Picker } from '#web/ui/inputs/picker.tsx'
import { foundInvoicesQuery } from '#web/receipts/queries.ts'

type BrokerPickerProps = {
  aria: Aria
  value: string
  label: string
  onChoose: (broker: { id: string; name: string }) => void
}

/** Finds a broker by name, or by the number of a load or invoice that is open. */
export function BrokerPicker({ aria, value, label, onChoose }: BrokerPickerProps) {
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
