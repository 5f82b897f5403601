/** Which truck made a purchase (SPEC C564). */
import { expect, test } from 'vitest'
import { openHolders, unitKey, type Holders } from './find-truck.ts'

const TRUCKS = [
  { id: 1, number: '701', plate: 'LPE-4469' },
  { id: 2, number: '12', plate: null },
  { id: 3, number: '12A', plate: ' ' },
  { id: 4, number: 'T-9', plate: null },
]
const NOBODY = { truckId: null, driverId: null, foundBy: null }

const card = (values: Partial<Holders['cards'][number]> = {}): Holders['cards'][number] => ({
  provider: 'efs',
  kind: 'card',
  number: '0541',
  truckId: 2,
  driverId: null,
  startsOn: '2026-01-05',
  endsOn: null,
  ...values,
})

function find(printed: object, cards: Holders['cards'] = [], trucks: Holders['trucks'] = TRUCKS) {
  return openHolders({ cards, trucks })({
    provider: 'efs',
    card: '*0541',
    cardKind: 'card',
    day: '2026-01-09',
    unit: null,
    ...printed,
  })
}

test.each([
  ['0701', 1],
  ['Truck 701', 1],
  ['12', 2],
  ['012', 2],
  ['12A', 3],
  ['12-a', 3],
  ['t9', 4],
  ['', null],
  ['000', null],
  ['7010', null],
])('C564 The unit %j is truck %s', (unit, truckId) => {
  expect(find({ unit })).toEqual(truckId ? { truckId, driverId: null, foundBy: 'unit' } : NOBODY)
})

test('C564 Of two trucks that a unit can mean, only the one that is written like it', () => {
  const trucks = [
    { id: 1, number: '701', plate: null },
    { id: 2, number: '0701', plate: null },
  ]
  expect(find({ unit: '0701' }, [], trucks).truckId).toBe(2)
  expect(find({ unit: '00701' }, [], trucks)).toEqual(NOBODY)
})

test('C564 The holder of the card on that day comes before the printed unit', () => {
  const cards = [
    card({ truckId: 2, endsOn: '2026-01-08' }),
    card({ truckId: 3, startsOn: '2026-01-09', driverId: 7 }),
  ]
  expect(find({ unit: '701' }, cards)).toEqual({ truckId: 3, driverId: 7, foundBy: 'card' })
  expect(find({ unit: '701', day: '2026-01-08' }, cards).truckId).toBe(2)
  expect(find({ unit: '701', day: '2026-01-04' }, cards).foundBy).toBe('unit')
})

test('C564 A card of another provider or kind is another card', () => {
  expect(find({ provider: 'comdata' }, [card()])).toEqual(NOBODY)
  expect(find({ cardKind: 'transponder' }, [card()])).toEqual(NOBODY)
})

test('C564 A number that lost its leading zero is the card, unless two cards end so', () => {
  expect(find({ card: '541' }, [card()]).truckId).toBe(2)
  expect(find({ card: '541' }, [card(), card({ number: '00541', truckId: 3 })])).toEqual(NOBODY)
})

test('C564 A card with a driver alone gives the driver, never a truck', () => {
  const cards = [card({ truckId: null, driverId: 7 })]
  expect(find({}, cards)).toEqual({ ...NOBODY, driverId: 7 })
  expect(find({ unit: '12' }, cards)).toEqual({ truckId: 2, driverId: 7, foundBy: 'unit' })
})

test('C564 A plate finds its truck', () => {
  const plate = { card: 'LPE4469', cardKind: 'plate', provider: 'ezpass' }
  expect(find(plate)).toEqual({ truckId: 1, driverId: null, foundBy: 'plate' })
  expect(find({ ...plate, card: '' })).toEqual(NOBODY)
})

test('C564 A unit has the same key however it is written', () => {
  expect(['0701', '701', 'TRUCK 701', 'unit#701'].map(unitKey)).toEqual(Array(4).fill('701'))
  expect(unitKey('Trucker')).toBe('TRUCKER')
})
