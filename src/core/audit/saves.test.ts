import { expect, test } from 'vitest'
import { describeParts, groupSaves } from './saves.ts'

const event = (subject: string, transaction: string, label = '') => ({
  subject,
  transaction,
  label,
})

test('S31 The events of one save are one entry, led by the main record', () => {
  const [tolls, fuel] = [event('expenses', '7', 'Tolls'), event('expenses', '7', 'Fuel')]
  const [settlement, truck] = [event('billing', '7'), event('trucks', '6')]
  expect(groupSaves([tolls, settlement, fuel, truck])).toEqual([
    { ...settlement, parts: [tolls, fuel] },
    { ...truck, parts: [] },
  ])
})

test('S31 A deletion leads the changes that it causes', () => {
  const load = { ...event('loads', '7', 'L-1'), action: 'changed' }
  const broker = { ...event('brokers', '7', 'Landstar'), action: 'deleted' }
  expect(groupSaves([load, broker])).toEqual([{ ...broker, parts: [load] }])
})

test('S31 Without a main record, the newest event leads', () => {
  const [one, two] = [event('expenses', '7', 'Tolls'), event('expenses', '7', 'Fuel')]
  expect(groupSaves([one, two])).toEqual([{ ...one, parts: [two] }])
  expect(groupSaves([])).toEqual([])
})

test('S31 The other records of a save are counted, and three are named', () => {
  const parts = ['Fuel', 'Tolls', 'Tires', 'Other'].map((label) => event('expenses', '7', label))
  const describe = (events: typeof parts) =>
    describeParts(
      events,
      () => 'Settlement item',
      ({ label }) => label,
    )
  expect(describe(parts)).toEqual(['4 settlement items: Fuel, Tolls, Tires, …'])
  expect(describe(parts.slice(0, 1))).toEqual(['1 settlement item: Fuel'])
})
