import { useId } from 'react'
import { formatDay, type Day } from '#core/calendar.ts'
import { formatMoney, formatQuantity, toCents } from '#core/money.ts'
import type { OwnLoad } from '#core/portal/responses.ts'
import { findBadge } from '#core/statuses.ts'
import { useMessages } from '#web/portal/portal-user.ts'
import { LoadPapers } from './load-papers.tsx'
import { Badge } from '#web/ui/badge.tsx'

/** A load with what its driver needs on the road. */
export function LoadCard({ load }: { load: OwnLoad }) {
  const messages = useMessages()
  const id = useId()
  const { number, deliveryStatus, bolStatus, pickup, delivery } = load
  const isBolMissing = deliveryStatus === 'delivered' && bolStatus !== 'received'
  return (
    <article
      aria-labelledby={id}
      className="grid gap-3 rounded-lg border border-line bg-surface p-4 text-sm"
    >
      <header className="flex flex-wrap items-start justify-between gap-2">
        <h3 id={id} className="min-w-0 font-semibold wrap-anywhere">
          {messages.load(number)}
        </h3>
        <Badge tone={findBadge(deliveryStatus).tone}>
          {messages.deliveryStatuses[deliveryStatus] ?? deliveryStatus}
        </Badge>
      </header>
      <div className="grid grid-cols-2 gap-3">
        <Stop title={messages.pickup} {...pickup} />
        <Stop title={messages.delivery} {...delivery} />
      </div>
      {isBolMissing && (
        <div>
          <Badge tone="bad">{messages.missingBol}</Badge>
        </div>
      )}
      <LoadFacts load={load} />
      <LoadPapers loadId={load.id} />
    </article>
  )
}

type StopProps = {
  title: string
  city: string | null
  state: string
  zip: string | null
  day: Day | null
  time: string | null
}

function Stop({ title, city, state, zip, day, time }: StopProps) {
  const messages = useMessages()
  return (
    <div className="min-w-0 wrap-anywhere">
      <p className="text-xs text-muted">{title}</p>
      <p className="font-medium">
        {[city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')}
      </p>
      <p>{day === null ? messages.noDay : formatDay(day)}</p>
      {time !== null && <p>{time}</p>}
    </div>
  )
}

/** Blank facts are not shown. */
function LoadFacts({ load }: { load: OwnLoad }) {
  const messages = useMessages()
  const { truck, drivers, broker, cargo, weight, miles, emptyMiles, settlementDate, revenue } = load
  const isSet = (quantity: string) => toCents(quantity) !== 0n
  const facts = [
    [messages.pickupNumber, load.pickupNumber],
    [messages.poNumber, load.poNumber],
    [messages.brokerLoadNumber, load.brokerLoadNumber],
    [messages.bolNumber, load.bolNumber],
    [messages.broker, broker],
    [messages.truckNumber, truck],
    [drivers.length === 1 ? messages.driver : messages.drivers, drivers.join(', ')],
    [messages.cargo, cargo],
    [messages.weight, isSet(weight) && `${formatQuantity(weight)} lb`],
    [messages.pieces, load.pieces],
    [messages.miles, isSet(miles) && formatQuantity(miles)],
    [messages.emptyMiles, isSet(emptyMiles) && formatQuantity(emptyMiles)],
    [messages.settlementDate, settlementDate && formatDay(settlementDate)],
    [messages.revenue, revenue && formatMoney(toCents(revenue))],
  ] as const
  return (
    <dl className="grid grid-cols-2 gap-x-3 gap-y-2 border-t border-line pt-3 sm:grid-cols-4">
      {facts.map(
        ([label, value]) =>
          value && (
            <div key={label} className="min-w-0 wrap-anywhere">
              <dt className="text-xs text-muted">{label}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
