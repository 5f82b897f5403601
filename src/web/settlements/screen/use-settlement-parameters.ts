/** The chosen truck and date, kept in the URL so that a reload and Back restore them. */
import { useSearchParams } from 'react-router'
import { isDay, type Day } from '#core/calendar.ts'

export type SettlementParameters = { truckId: number | null; settlementDate: Day | null }

/** A value in the URL that is not a truck's id or a day counts as not chosen. */
export function useSettlementParameters() {
  const [params, setParams] = useSearchParams()
  const truck = params.get('truck') ?? ''
  const date = params.get('date') ?? ''
  const truckId = /^[1-9]\d{0,14}$/.test(truck) ? Number(truck) : null
  const settlementDate = truckId !== null && isDay(date) ? date : null

  function choose(next: SettlementParameters) {
    const entries = { truck: next.truckId, date: next.settlementDate }
    const chosen = Object.entries(entries).filter(([, value]) => value !== null)
    setParams(Object.fromEntries(chosen.map(([name, value]) => [name, String(value)])), {
      replace: true,
    })
  }

  return { parameters: { truckId, settlementDate } satisfies SettlementParameters, choose }
}
