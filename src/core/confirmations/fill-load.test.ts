import { expect, test } from 'vitest'
import { fillLoad } from './fill-load.ts'
import { brokerSearches, matchBroker, type KnownBroker } from './match-broker.ts'
import type { Read, ReadField, Reading } from './reading.ts'
import { findDifferences, applyDifferences } from './revision.ts'

const BOX = { x: 0, y: 0, width: 1, height: 1 }

const toRead = (value: string): Read => ({ value, page: 0, box: BOX, words: value })

function reading(values: Partial<Record<ReadField, string>>, further: string[] = []): Reading {
  const fields = Object.entries(values).map(([name, value]) => [name, toRead(value)])
  return {
    layout: null,
    fields: Object.fromEntries(fields),
    charges: [],
    totalProblem: null,
    unsure: {},
    furtherStops: further.map((value) => ({ kind: 'stop', read: toRead(value) })),
  }
}

const NAMES = new Set(['pickupCity', 'revenue', 'notes', 'poNumber'])

test('C124 Values without their own field go into the notes, with their places', () => {
  const paper = reading(
    {
      pickupCity: 'Dallas',
      total: '1650.00',
      poNumber: '4711',
      pickupFacility: 'ACME FOODS',
      pickupAddress: '100 Main St',
      equipment: 'Van 53',
    },
    ['Waco, TX'],
  )
  const { text, sources, noteSources } = fillLoad(paper, NAMES)
  expect(text).toEqual({
    pickupCity: 'Dallas',
    revenue: '1650.00',
    poNumber: '4711',
    notes: 'Pickup: ACME FOODS, 100 Main St\nEquipment: Van 53\nAdditional stop: Waco, TX',
  })
  expect(Object.keys(sources).toSorted()).toEqual(['pickupCity', 'poNumber', 'revenue'])
  expect(noteSources).toHaveLength(4)
})

test('C124 A paper without values leaves every field of the load as it is', () => {
  expect(fillLoad(reading({}), NAMES)).toEqual({ text: {}, sources: {}, noteSources: [] })
})

const BROKERS: KnownBroker[] = [
  { id: 1, companyName: 'Acme Logistics, LLC', mcNumber: 'MC-0551199', email: 'ap@acme.example' },
  { id: 2, companyName: 'Other', mcNumber: null, email: 'x@other.example' },
  { id: 3, companyName: 'Twin', mcNumber: null, email: 'a@twin.example' },
  { id: 4, companyName: 'TWIN Inc.', mcNumber: null, email: 'b@twin.example' },
]

test.each<[Partial<Record<ReadField, string>>, number | null]>([
  [{ brokerMc: '551199', brokerName: 'Other' }, 1],
  [{ brokerDomain: 'other.example' }, 2],
  [{ brokerName: 'ACME LOGISTICS' }, 1],
  [{ brokerName: 'Twin' }, null],
  [{ brokerDomain: 'twin.example', brokerName: 'Acme Logistics' }, null],
  [{ brokerMc: '999999', brokerName: 'Unknown' }, null],
  [{}, null],
])('C123 %j is the broker %s: by MC number, email domain or name', (values, id) => {
  expect(matchBroker(BROKERS, reading(values))?.id ?? null).toBe(id)
})

test('C123 The search for a broker leaves out LLC and other legal forms', () => {
  const paper = reading({ brokerMc: '551199', brokerName: 'Acme Logistics, LLC' })
  expect(brokerSearches(paper)).toEqual(['551199', 'Acme Logistics'])
})

test('C125 Only values that really differ are differences', () => {
  const filled = fillLoad(
    reading({ pickupCity: 'DALLAS', total: '1700.00', poNumber: '4711' }),
    NAMES,
  )
  const load = { pickupCity: 'Dallas', revenue: '1650', poNumber: '', notes: 'typed' }
  const differences = findDifferences(filled, load, [...NAMES])
  expect(differences.map(({ name, before, after }) => [name, before, after])).toEqual([
    ['revenue', '1650', '1700.00'],
    ['poNumber', '', '4711'],
  ])
  expect(
    findDifferences(filled, { ...load, revenue: '1700', poNumber: '4711' }, [...NAMES]),
  ).toEqual([])
})

test('C125 A revision changes only the selected differences', () => {
  const filled = fillLoad(reading({ total: '1700.00', poNumber: '4711' }), new Set(NAMES))
  const load = { revenue: '1650.00', poNumber: '', pickupCity: 'Dallas' }
  const differences = findDifferences(filled, load, [...NAMES])
  expect(applyDifferences(load, differences, new Set(['revenue']))).toEqual({
    ...load,
    revenue: '1700.00',
  })
})
