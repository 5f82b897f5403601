import { expect, test } from 'vitest'
import { countMore, describeParts } from './saves.ts'

const parts = ['Fuel', 'Tolls', 'Tires', 'Other'].map((label) => ({ subject: 'expenses', label }))
const describe = (save: { parts: typeof parts; others?: Record<string, number> }) =>
  describeParts(
    save,
    () => 'Settlement item',
    ({ label }) => label,
  )

test('S31 The other records of a save are counted, and three are named', () => {
  expect(describe({ parts })).toEqual(['4 settlement items: Fuel, Tolls, Tires, …'])
  expect(describe({ parts: parts.slice(0, 1) })).toEqual(['1 settlement item: Fuel'])
})

test('S31 The events of a large save that are not shown are counted', () => {
  const others = { expenses: 1200 }
  expect(describe({ parts, others })).toEqual(['1,200 settlement items: Fuel, Tolls, Tires, …'])
  expect(countMore({ parts: [], others })).toBe(1200)
})
