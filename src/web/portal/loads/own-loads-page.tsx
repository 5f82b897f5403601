import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Camera } from 'lucide-react'
import { useId, useState } from 'react'
import { type Day, formatDay } from '#core/calendar.ts'
import { formatMoney, formatQuantity, toCents } from '#core/money.ts'
import type { OwnLoad } from '#core/portal/responses.ts'
import { findBadge } from '#core/statuses.ts'
import { request } from '#web/api/client.ts'
import { useLanguage } from '#web/api/language.ts'
import { queryClient } from '#web/api/queries.ts'
import { SendPapers } from '#web/documents/driver/send-papers.tsx'
import { SentList } from '#web/documents/driver/sent-list.tsx'
import { toUpload } from '#web/documents/driver/to-upload.ts'
import type { Send } from '#web/documents/driver/use-sending.ts'
import { wordsOf } from '#web/documents/driver/words/words.ts'
import { Empty, Loaded, OlderButton } from '#web/portal/loaded.tsx'
import { PortalPage } from '#web/portal/portal-page.tsx'
import { useMessages } from '#web/portal/portal-user.ts'
import { loadsQuery, ownFile, ownLoadDocumentsQuery } from '#web/portal/queries.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'

/** The loads of the driver or of the owner's trucks: current ones first. */
export function OwnLoadsPage() {
  const messages = useMessages()
  const query = useInfiniteQuery(loadsQuery)
  return (
    <PortalPage title={messages.loads}>
      <Loaded query={query}>
        {({ pages }) => {
          const loads = pages.flatMap((page) => page.loads)
          if (loads.length === 0) return <Empty {...messages.noLoads} />
          const isDelivered = ({ deliveryStatus }: OwnLoad) => deliveryStatus === 'delivered'
          return (
            <>
              <Group
                title={messages.currentLoads}
                loads={loads.filter((load) => !isDelivered(load))}
              />
              <Group title={messages.deliveredLoads} loads={loads.filter(isDelivered)} />
            </>
          )
        }}
      </Loaded>
      <OlderButton query={query} />
    </PortalPage>
  )
}

function Group({ title, loads }: { title: string; loads: OwnLoad[] }) {
  if (loads.length === 0) return null
  return (
    <section className="grid gap-2">
      <h2 className="text-sm font-semibold text-muted">{title}</h2>
      <ul className="grid gap-2">
        {loads.map((load) => (
          <li key={load.id}>
            <LoadCard load={load} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A load with what its driver needs on the road. */
function LoadCard({ load }: { load: OwnLoad }) {
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
  const {
    truck,
    trailer,
    drivers,
    broker,
    cargo,
    weight,
    miles,
    emptyMiles,
    settlementDate,
    revenue,
  } = load
  const isSet = (quantity: string) => toCents(quantity) !== 0n
  const facts = [
    [messages.pickupNumber, load.pickupNumber],
    [messages.poNumber, load.poNumber],
    [messages.brokerLoadNumber, load.brokerLoadNumber],
    [messages.bolNumber, load.bolNumber],
    [messages.broker, broker],
    [messages.truckNumber, truck],
    [messages.trailerNumber, trailer],
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

/** The papers of a load, requested when they are opened, and the camera to add more (SPEC C137). */
function LoadPapers({ loadId }: { loadId: number }) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const words = wordsOf(useLanguage())
  return (
    <div className="grid gap-3 border-t border-line pt-3">
      <Button
        variant="secondary"
        className="justify-self-start"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <Camera aria-hidden className="size-4" />
        {words.papers}
      </Button>
      <div id={id} hidden={!isOpen}>
        {isOpen && <OpenPapers loadId={loadId} />}
      </div>
    </div>
  )
}

function OpenPapers({ loadId }: { loadId: number }) {
  const words = wordsOf(useLanguage())
  const query = useQuery(ownLoadDocumentsQuery(loadId))
  const send: Send = (sending, onProgress) => {
    const { query: parameters, body, headers } = toUpload(sending)
    const path = `/api/portal/loads/${loadId}/documents?${parameters}`
    return request('POST', path, { body, headers, onProgress })
  }
  return (
    <div className="grid gap-4">
      <Loaded query={query}>
        {(documents) =>
          documents.length ? (
            <SentList {...{ documents, words }} fileOf={ownFile} />
          ) : (
            <p className="text-sm text-muted">{words.noPapers}</p>
          )
        }
      </Loaded>
      <SendPapers words={words} send={send} onSent={() => void refetchPapers()} />
    </div>
  )
}

/** Also refetches the loads: a load's first BOL changes the load. */
async function refetchPapers(): Promise<void> {
  await Promise.all(
    ['documents', 'loads'].map((name) =>
      queryClient.invalidateQueries({ queryKey: ['portal', name] }),
    ),
  )
}
