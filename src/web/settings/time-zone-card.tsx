import { useState } from 'react'
import { formatDay } from '#core/calendar.ts'
import { TIME_ZONES } from '#core/time-zones.ts'
import { saveTimeZone, useUser } from '#web/api/session.ts'
import { today } from '#web/api/today.ts'
import { useAction } from '#web/api/use-action.ts'
import { Card } from '#web/ui/card.tsx'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { Select } from '#web/ui/inputs/select.tsx'

/** The account's time zone, which decides what "today" is (SPEC C460). A choice saves immediately. */
export function TimeZoneCard() {
  const zone = useUser()?.timeZone ?? ''
  const [chosen, setChosen] = useState<string>()
  const saving = useAction({
    send: (timeZone: string) => saveTimeZone(timeZone),
    done: 'Time zone saved',
    failed: 'Failed to save the time zone',
    onFailure: () => setChosen(undefined),
  })
  const known = TIME_ZONES.some(({ value }) => value === zone)
  return (
    <Card
      title="Time Zone"
      description="Decides what day it is: when an invoice is overdue, and which date is filled in."
    >
      <Labeled label="Time Zone" name="timeZone" hint={`Today is ${formatDay(today())}.`}>
        {(aria) => (
          <Select
            {...aria}
            value={chosen ?? zone}
            disabled={saving.busy}
            onChange={(value) => {
              setChosen(value)
              saving.run(value)
            }}
            options={
              known || zone === '' ? TIME_ZONES : [...TIME_ZONES, { value: zone, label: zone }]
            }
            placeholder={zone === '' ? 'Not chosen yet' : undefined}
          />
        )}
      </Labeled>
    </Card>
  )
}
