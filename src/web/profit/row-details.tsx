import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatDay } from '#core/calendar.ts'
import type { Pile } from '#core/cards/purchase-list.ts'
import { formatMoney, formatQuantity, toCents } from '#core/money.ts'
import { formatInteger, pluralize } from '#core/pluralize.ts'
import type { ProfitDetails } from '#core/profit/details.ts'
import type { ProfitQuery, ProfitRow } from '#core/profit/profit.ts'
import { statementAddress } from '#core/settlements/history.ts'
import { Figure, Money } from '#web/settlements/figures/figures.tsx'
import { Query } from '#web/ui/query.tsx'
import { formatPercent, formatPerMile } from './format.ts'
import { loadsPathsOf } from './loads-path.ts'
import { detailsQuery } from './queries.ts'

type RowDetailsProps = { query: ProfitQuery; row: ProfitRow }

const LINK = 'hit-area text-accent-strong underline'

/** How the margin of a row comes about, and the loads and other items behind it (SPEC C584). */
export function RowDetails({ query, row }: RowDetailsProps) {
  const details = useQuery(detailsQuery(query, row.key))
  return (
    <div className="grid w-full gap-4 bg-page p-3 text-left text-sm sm:p-4 lg:grid-cols-[18rem_minmax(0,1fr)] lg:gap-8">
      <Steps row={row} />
      <div className="grid content-start gap-3">
        <Query of={details} skeleton="h-24">
          {(data) => <Behind label={row.label} details={data} query={query} />}
        </Query>
        <p className="flex flex-wrap gap-x-4 gap-y-1">
          {loadsPathsOf(query, row, row.key).map(({ path, count, isWithoutDay }) => (
            <Link key={path} className={LINK} to={path}>
              {isWithoutDay
                ? `${pluralize(count, 'load')} without a delivery day`
                : `All ${row.withoutDay ? 'with a delivery day' : 'loads'}`}
            </Link>
          ))}
          {query.by === 'lane' && (
            <Link className={LINK} to={citiesPath(query)}>
              Lanes by city
            </Link>
          )}
        </p>
      </div>
    </div>
  )
}

function citiesPath({ from, to }: ProfitQuery): string {
  return `?${new URLSearchParams({ by: 'city', unit: 'range', from, to })}`
}

function Steps({ row }: { row: ProfitRow }) {
  return (
    <div className="grid content-start gap-3">
      <dl className="grid gap-1.5">
        <Figure label="Gross" by="Billed to brokers">
          <Money cents={toCents(row.gross)} />
        </Figure>
        <Figure label="Owners and drivers" by="Their share of the loads, and extra pay">
          <Money cents={-toCents(row.paid)} />
        </Figure>
        <Figure label="Fees kept">
          <Money cents={toCents(row.kept)} />
        </Figure>
        <Figure label="Charged back" by="For the costs below">
          <Money cents={toCents(row.chargedBack)} />
        </Figure>
        <Figure label="Costs">
          <Money cents={-toCents(row.costs)} />
        </Figure>
        <Figure label="Margin" strong>
          <Money cents={toCents(row.margin)} />
        </Figure>
      </dl>
      <p className="text-muted">{describeMiles(row)}</p>
    </div>
  )
}

/** "12 loads, 9,100 loaded and 640 empty miles, 6.6% deadhead, $2.41 a loaded mile." */
function describeMiles({ loads, miles, emptyMiles, deadhead, perLoadedMile }: ProfitRow): string {
  const parts = [
    pluralize(loads, 'load'),
    `${formatQuantity(miles)} loaded and ${formatQuantity(emptyMiles)} empty miles`,
    deadhead !== null && `${formatPercent(deadhead)} deadhead`,
    perLoadedMile !== null && `${formatPerMile(perLoadedMile)} a loaded mile`,
  ]
  return `${parts.filter(Boolean).join(', ')}.`
}

type BehindProps = { label: string; details: ProfitDetails; query: ProfitQuery }

function Behind({ label, details, query }: BehindProps) {
  const { loads, loadCount, items } = details
  const hidden = loadCount - loads.length
  return (
    <>
      {items.length > 0 && (
        <ul aria-label={`Costs and fees of ${label}`} className="grid gap-1.5">
          {items.map((item, at) => (
            <ItemLine key={at} item={item} query={query} />
          ))}
        </ul>
      )}
      {loads.length > 0 && (
        <ul aria-label={`Loads of ${label}`} className="grid gap-1.5">
          {loads.map((load) => (
            <LoadLine key={load.id} load={load} />
          ))}
        </ul>
      )}
      {hidden > 0 && (
        <p className="text-muted">{formatInteger(hidden)} earlier loads are not listed.</p>
      )}
    </>
  )
}

const LINE = 'flex flex-wrap justify-between gap-x-4 gap-y-1 border-b border-line pb-1.5'

function LoadLine({ load }: { load: ProfitDetails['loads'][number] }) {
  const { id, loadId, deliveryDate, lane, gross, margin, miles, isSettled } = load
  const distance = toCents(miles) === 0n ? 'miles missing' : `${formatQuantity(miles)} mi`
  return (
    <li className={LINE}>
      <span className="flex min-w-0 flex-wrap gap-x-2">
        <Link className={LINK} to={`/loads/${id}`}>
          {loadId}
        </Link>
        <span className="text-muted wrap-anywhere">
          {formatDay(deliveryDate)} · {lane} · {distance}
          {!isSettled && ' · not settled'}
        </span>
      </span>
      <span className="ml-auto tabular-nums">
        <Money cents={toCents(margin)} />
        <span className="text-muted"> of {formatMoney(toCents(gross))}</span>
      </span>
    </li>
  )
}

type Item = ProfitDetails['items'][number]

function ItemLine({ item, query }: { item: Item; query: ProfitQuery }) {
  const { day, text, truck, margin } = item
  const path = findPath(item, query)
  return (
    <li className={LINE}>
      <span className="flex min-w-0 flex-wrap gap-x-2">
        <Link className={LINK} to={path}>
          {text}
        </Link>
        <span className="text-muted">
          {formatDay(day)}
          {truck !== null && ` · truck ${truck}`}
        </span>
      </span>
      <span className="ml-auto tabular-nums">
        <Money cents={toCents(margin)} />
      </span>
    </li>
  )
}

/** Purchases are those of the truck in the period that are on no settlement. */
function findPath({ kind, id, truckId }: Item, { from, to }: ProfitQuery): string {
  if (kind === 'statement') return statementAddress(id ?? 0)
  if (kind === 'cost') return '/costs'
  return `/fuel-and-tolls?truckId=${truckId}&day.from=${from}&day.to=${to}&pile=${UNCHARGED.join(',')}`
}

const UNCHARGED: Pile[] = ['off', 'company', 'unnamed', 'ready', 'conflict']
