/** The line on a load: what it brings a mile, compared with the account's 13 weeks before (SPEC C588). */
import { useQuery } from '@tanstack/react-query'
import { isDay, type Day } from '#core/calendar.ts'
import { readTypedAmount, toCents, type Amount, type Cents } from '#core/money.ts'
import { describeRate } from '#core/profit/describe-rate.ts'
import { divideByMiles } from '#core/profit/figures.ts'
import { useMay } from '#web/api/may.tsx'
import { today } from '#web/api/today.ts'
import { rateBeforeQuery } from './queries.ts'

type LoadRateProps = {
  /** What the broker is billed. */
  gross: Cents
  /** As typed. */
  miles: string
  emptyMiles: string
  deliveryDate: string | null
}

export function LoadRate({ gross, miles, emptyMiles, deliveryDate }: LoadRateProps) {
  const loaded = readCents(miles)
  const perMile = loaded > 0n ? divideByMiles(gross, loaded + readCents(emptyMiles)) : null
  const isShown = useMay('settlements') && perMile !== null && gross > 0n
  return isShown ? <RateLine perMile={perMile} before={weeksUntil(deliveryDate)} /> : null
}

function RateLine({ perMile, before }: { perMile: Amount; before: Day }) {
  const { data } = useQuery(rateBeforeQuery(before))
  if (!data) return null
  return <p className="text-sm text-muted">{describeRate(perMile, data.perMile)}</p>
}

/** A load that is delivered later is compared with what was delivered until today. */
function weeksUntil(deliveryDate: string | null): Day {
  const day = deliveryDate !== null && isDay(deliveryDate) ? deliveryDate : today()
  return day < today() ? day : today()
}

function readCents(typed: string): Cents {
  return toCents(readTypedAmount(typed) ?? '0.00')
}
