import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { STOPS } from '#core/charges/kinds.ts'
import { countMinutes, formatMinutes } from '#core/charges/stop-times.ts'
import { loadDocumentsQuery } from '#web/documents/queries.ts'
import { DayInput } from '#web/ui/inputs/day-input.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { ChargeCell } from './charge-cell.tsx'
import type { ChargeField, ChargeText } from './charge-text.ts'

type ChargeDetailsProps = {
  loadId: number | null
  text: ChargeText
  bind: (name: ChargeField) => { value: string; onChange: (value: string) => void }
  errorOf: (name: ChargeField) => string | undefined
}

/** Where and how long the truck waited, and who approved or refused the charge, and when. */
export function ChargeDetails({ loadId, text, bind, errorOf }: ChargeDetailsProps) {
  const minutes = countMinutes(text.arrivedAt || null, text.departedAt || null)
  return (
    <div className="col-span-full grid grid-cols-2 gap-x-3 gap-y-2 sm:grid-cols-3">
      <ChargeCell label="Stop" error={errorOf('stop')}>
        {(aria) => <Select {...aria} {...bind('stop')} options={STOPS} placeholder="None" />}
      </ChargeCell>
      <ChargeCell label="Arrived" error={errorOf('arrivedAt')} className="max-sm:col-span-2">
        {(aria) => <TimeInput {...aria} {...bind('arrivedAt')} />}
      </ChargeCell>
      <ChargeCell label="Departed" error={errorOf('departedAt')} className="max-sm:col-span-2">
        {(aria) => <TimeInput {...aria} {...bind('departedAt')} />}
      </ChargeCell>
      <ChargeCell label="Approved or refused by" error={errorOf('approvedBy')}>
        {(aria) => {
          const { value, onChange } = bind('approvedBy')
          return (
            <TextInput
              {...aria}
              value={value}
              onChange={(event) => onChange(event.target.value)}
              placeholder="Who at the broker"
            />
          )
        }}
      </ChargeCell>
      <ChargeCell label="Approved or refused on" error={errorOf('approvedOn')}>
        {(aria) => <DayInput {...aria} {...bind('approvedOn')} />}
      </ChargeCell>
      {loadId !== null && (
        <ChargeCell label="Document" error={errorOf('documentId')}>
          {(aria) => <DocumentSelect {...aria} {...bind('documentId')} loadId={loadId} />}
        </ChargeCell>
      )}
      {minutes !== null && minutes >= 0 && (
        <p className="self-end pb-2 text-sm text-muted">{formatMinutes(minutes)} at the stop</p>
      )}
    </div>
  )
}

type DocumentSelectProps = Omit<ComponentProps<typeof Select>, 'options'> & { loadId: number }

/** Lists the load's documents. A chosen document that was deleted since then stays chosen, without its name. */
function DocumentSelect({ loadId, ...select }: DocumentSelectProps) {
  const { data = [] } = useQuery(loadDocumentsQuery(loadId))
  const options = data.map(({ id, name }) => ({ value: String(id), label: name }))
  const isGone = select.value !== '' && options.every(({ value }) => value !== select.value)
  const gone = isGone ? [{ value: select.value, label: 'Deleted document' }] : []
  return <Select {...select} options={[...options, ...gone]} placeholder="None" />
}

type TimeInputProps = Omit<ComponentProps<'input'>, 'onChange'> & {
  value: string
  onChange: (value: string) => void
}

/** The browser's own date and time input, without a time zone. */
function TimeInput({ value, onChange, ...rest }: TimeInputProps) {
  return (
    <TextInput
      {...rest}
      type="datetime-local"
      value={value.replace(' ', 'T')}
      onChange={(event) => onChange(event.target.value.replace('T', ' '))}
    />
  )
}
