/** What changes the margin besides loads: flat fees and extra pay of statements, card purchases, typed costs (SPEC C583, C587). */
import type { Day, Period } from '#core/calendar.ts'
import { toCents, type Amount, type Cents } from '#core/money.ts'
import { lastDayOf, nameCategory, type Cost } from './costs.ts'
import type { ProfitView } from './profit.ts'
import { partWithin, spreadOverTrucks, type InService } from './spread.ts'

export const ITEM_KINDS = ['statement', 'purchases', 'cost'] as const

/** `id`: of the statement or the cost; null for the purchases of a truck, which are one item. */
export type ProfitItem = {
  kind: (typeof ITEM_KINDS)[number]
  id: number | null
  day: Day
  text: string
  truckId: number | null
  driverId: number | null
  ownerId: number | null
} & ItemSums

export type ItemSums = { paid: Cents; kept: Cents; chargedBack: Cents; costs: Cents }

export const NO_ITEM_SUMS: ItemSums = { paid: 0n, kept: 0n, chargedBack: 0n, costs: 0n }

/** The row of an item: only trucks, drivers and owners have items. A broker's margin is that of its loads. */
export function findItemKey(by: ProfitView, item: ProfitItem): string | null {
  const { truckId, driverId, ownerId } = item
  const ids: Partial<Record<ProfitView, number | null>> = {
    truck: truckId,
    driver: driverId,
    owner: ownerId,
  }
  const id = ids[by] ?? null
  return id === null ? null : String(id)
}

export type StoredCost = Pick<
  Cost,
  'startsOn' | 'endsOn' | 'truckId' | 'driverId' | 'category' | 'vendor'
> & { id: number; amount: Amount; chargedBack: Amount | null }

/**
 * The parts of a cost that fall into the period: of its truck or driver, or of each truck in service. `findOwner`: whose truck it was on
 * a day.
 */
export function splitCost(
  cost: StoredCost,
  period: Period,
  trucks: readonly InService[],
  findOwner: (truckId: number, on: Day) => number | null,
): ProfitItem[] {
  const days = { from: cost.startsOn, to: lastDayOf(cost) }
  const [amount, chargedBack] = [toCents(cost.amount), toCents(cost.chargedBack ?? '0.00')]
  const { truckId, driverId } = cost
  const isOfAll = truckId === null && driverId === null
  const share = (cents: Cents) =>
    isOfAll ? spreadOverTrucks(cents, days, trucks) : [{ truckId, days, cents }]
  const shares = share(amount)
  const sharesBack = share(chargedBack)
  const on = days.to < period.to ? days.to : period.to
  return shares.flatMap((one, at) => {
    const costs = partWithin(one.cents, one.days, period)
    const back = partWithin(sharesBack[at]?.cents ?? 0n, one.days, period)
    if (costs === 0n && back === 0n) return []
    return {
      ...NO_ITEM_SUMS,
      kind: 'cost' as const,
      id: cost.id,
      day: days.from > period.from ? days.from : period.from,
      text: [nameCategory(cost.category), cost.vendor].filter(Boolean).join(', '),
      truckId: one.truckId,
      driverId,
      ownerId: one.truckId === null ? null : findOwner(one.truckId, on),
      costs,
      chargedBack: back,
    }
  })
}
