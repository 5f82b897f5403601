import { expect, test } from 'vitest'
import { loadsPathOf, loadsPathsOf } from './loads-path.ts'

const november = { from: '2026-11-01', to: '2026-11-30' }
const byTruck = { by: 'truck', ...november } as const
const DELIVERED = 'deliveryDate.from=2026-11-01&deliveryDate.to=2026-11-30'
const SETTLED = 'deliveryDate=none&settlementDate.from=2026-11-01&settlementDate.to=2026-11-30'

test('C584 A figure opens the list of its loads by delivery day', () => {
  const counts = { loads: 12, withoutDay: 0 }
  expect(loadsPathOf(byTruck, counts, '7')).toBe(`/loads?truckId=7&${DELIVERED}`)
  expect(loadsPathOf(byTruck, counts, 'none')).toBe(`/loads?truckId=none&${DELIVERED}`)
  expect(loadsPathOf(byTruck, counts)).toBe(`/loads?${DELIVERED}`)
  expect(loadsPathOf({ by: 'lane', ...november }, counts, 'TX-GA')).toBe(null)
})

test('C596 Loads without a delivery day have a list of their own, and a figure with both kinds opens its row', () => {
  const counts = { loads: 12, withoutDay: 2 }
  expect(loadsPathOf(byTruck, counts, '7')).toBe(null)
  expect(loadsPathsOf(byTruck, counts, '7')).toEqual([
    { path: `/loads?truckId=7&${DELIVERED}`, count: 10, isWithoutDay: false },
    { path: `/loads?truckId=7&${SETTLED}`, count: 2, isWithoutDay: true },
  ])
  expect(loadsPathOf(byTruck, { loads: 2, withoutDay: 2 }, '7')).toBe(`/loads?truckId=7&${SETTLED}`)
})
