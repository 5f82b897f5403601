import { useQuery } from '@tanstack/react-query'
import { formatDay, type Day } from '#core/calendar.ts'
import { settlementFields } from '#core/settlements/settlement.ts'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import type { Chosen } from './chosen.ts'
import { settlementDatesQuery } from '#web/settlements/queries.ts'

const NO_DATES =
  "None of this truck's loads has a settlement date yet. It is typed on a load's Financial tab."

type DateSelectProps = Chosen & { onChange: (settlementDate: Day | null) => void }

/** The settlement dates of the chosen truck's loads, newest first (SPEC A2). */
export function DateSelect({ truckId, settlementDate, onChange }: DateSelectProps) {
  const dates = useQuery(settlementDatesQuery(truckId))
  const options = withChosen(dates.data ?? [], settlementDate)
  return (
    <Labeled
      label={settlementFields.settlementDate.label}
      name="settlementDate"
      hint={dates.data?.length === 0 ? NO_DATES : undefined}
      error={dates.isError ? `The dates could not be read: ${dates.error.message}` : undefined}
    >
      {(aria) => (
        <Select
          {...aria}
          name="settlementDate"
          disabled={truckId === null}
          value={settlementDate ?? ''}
          onChange={(value) => onChange(value === '' ? null : value)}
          options={options.map((date) => ({ value: date, label: formatDay(date) }))}
          placeholder={datePlaceholder(truckId, dates.data)}
        />
      )}
    </Labeled>
  )
}

function datePlaceholder(truckId: number | null, dates: Day[] | undefined): string {
  if (truckId === null) return 'Select a truck first'
  if (!dates) return 'Loading...'
  return dates.length === 0 ? 'No settlement dates available' : 'Select settlement date'
}

/** A date out of the address stays chosen though no load has it any more: its settlement may be saved. */
function withChosen(dates: Day[], settlementDate: Day | null): Day[] {
  if (settlementDate === null || dates.includes(settlementDate)) return dates
  return [...dates, settlementDate].sort().reverse()
}
