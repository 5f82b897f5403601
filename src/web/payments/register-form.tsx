import { Download } from 'lucide-react'
import { useState } from 'react'
import { isDay, yearOf } from '#core/calendar.ts'
import { today } from '#web/api/today.ts'
import { DownloadLink } from '#web/api/file-links.tsx'
import { Card } from '#web/ui/card.tsx'
import { DayInput } from '#web/ui/inputs/day-input.tsx'
import { Labeled } from '#web/ui/inputs/labeled.tsx'

/** The pay register of a period, as a CSV file (SPEC C11). */
export function RegisterForm() {
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
          <DownloadLink
            className="mb-5"
            href={`/api/payments/register.csv?${new URLSearchParams({ from, to })}`}
          >
            <Download aria-hidden className="size-4" />
            Download Register (CSV)
          </DownloadLink>
        )}
      </div>
    </Card>
  )
}
