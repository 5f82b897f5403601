import { useQuery } from '@tanstack/react-query'
import { formatDay, type Day } from '#core/calendar.ts'
import { settlementFields } from '#core/settlements/settlement.ts'
import { settlementDatesQuery } from '#web/settlements/queries.ts'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { useSettlement } from './use-settlement.ts'

const NO_DATES =
  "No loads on this truck have a settlement date. Set it on the load's Financial tab."

/** The settlement dates of the chosen truck's loads, newest first (SPEC A2). */
export function DateSelect() {
  const { parameters, choose } = useSettlement()
  const { truckId, settlementDate } = parameters
  const dates = useQuery(settlementDatesQuery(truckId))
  const options = withChosen(dates.data ?? [], settlementDate)
  return (
    <Labeled
      label={settlementFields.settlementDate.label}
      name="settlementDate"
      hint={dates.data?.length === 0 ? NO_DATES : undefined}
      error={dates.isError ? `Couldn't load settlement dates: ${dates.error.message}` : undefined}
    >
      {(aria) => (
        <Select
          {...aria}
          name="settlementDate"
          disabled={truckId === null}
          value={settlementDate ?? ''}
          onChange={(value) => choose({ truckId, settlementDate: value === '' ? null : value })}
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

/** A date from the URL stays an option even if no load has it: its settlement may be saved. */
function withChosen(dates: Day[], settlementDate: Day | null): Day[] {
  if (settlementDate === null || dates.includes(settlementDate)) return dates
  return [...dates, settlementDate].sort().reverse()
}
