/** The truck and the date of the screen, kept in the address so that a reload and Back restore them. */
import { useSearchParams } from 'react-router'
import { isDay, type Day } from '#core/calendar.ts'

export type Chosen = { truckId: number | null; settlementDate: Day | null }

/** What is not a truck's id or a day counts as not chosen. */
export function useSettlementParameters() {
  const [params, setParams] = useSearchParams()
  const truck = params.get('truck') ?? ''
  const date = params.get('date') ?? ''
  const truckId = /^[1-9]\d{0,14}$/.test(truck) ? Number(truck) : null
  const settlementDate = truckId !== null && isDay(date) ? date : null

  /** Another truck has other dates: its date is chosen anew. */
  function choose(next: Chosen) {
    const entries = { truck: next.truckId, date: next.settlementDate }
    const given = Object.entries(entries).filter(([, value]) => value !== null)
    setParams(Object.fromEntries(given.map(([name, value]) => [name, String(value)])), {
      replace: true,
    })
  }

  return { truckId, settlementDate, choose }
}
