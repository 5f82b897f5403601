import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { addDays, formatDay, isDay, monthOf, type Day } from '#core/calendar.ts'
import { toCents } from '#core/money.ts'
import { Figure, Money } from '#web/settlements/figures/figures.tsx'
import { Card } from '#web/ui/card.tsx'
import { DayInput } from '#web/ui/inputs/day-input.tsx'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { Query } from '#web/ui/query.tsx'
import { bridgeQuery } from './queries.ts'

/** How the amount owed changed since an earlier day, by default the end of the previous month. */
export function BridgeCard({ to }: { to: Day }) {
  const [typed, setTyped] = useState(() => addDays(monthOf(to).from, -1))
  const from = isDay(typed) && typed <= to ? typed : to
  const query = useQuery(bridgeQuery(from, to))
  const problem =
    isDay(typed) && typed <= to ? undefined : `Enter a date on or before ${formatDay(to)}`
  return (
    <Card title="What Changed" description={`From an earlier day to ${formatDay(to)}.`}>
      <div className="grid gap-x-8 gap-y-2 sm:grid-cols-[12rem_minmax(0,28rem)]">
        <Labeled label="Since the end of" name="from" error={problem}>
          {(aria) => <DayInput {...aria} value={typed} onChange={setTyped} />}
        </Labeled>
        <Query of={query} skeleton={null}>
          {(data) => (
            <dl className="grid content-start gap-1.5 text-sm">
              <Figure label={`Owed on ${formatDay(data.from)}`}>
                <Money cents={toCents(data.opening)} />
              </Figure>
              {data.lines.map(({ name, label, amount }) => (
                <Figure key={name} label={label}>
                  <Money cents={toCents(amount)} />
                </Figure>
              ))}
              <Figure label={`Owed on ${formatDay(data.to)}`} strong>
                <Money cents={toCents(data.closing)} />
              </Figure>
            </dl>
          )}
        </Query>
      </div>
    </Card>
  )
}
