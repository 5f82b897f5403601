import { expect, test } from 'vitest'
import { getEntity } from '#core/entities/entities.ts'
import { listTargets, matchColumn } from './column-match.ts'

const PEOPLE = getEntity('dispatchers')
const LOADS = getEntity('loads')
const columns = ['name', null, 'email']

test('B51 A column can be matched to a field, or to none', () => {
  expect(matchColumn(PEOPLE, columns, 1, 'phone')).toEqual(['name', 'phone', 'email'])
  expect(matchColumn(PEOPLE, columns, 0, null)).toEqual([null, null, 'email'])
})

test('B51 A field has only one column: matching another column clears the earlier match', () => {
  expect(matchColumn(PEOPLE, columns, 1, 'email')).toEqual(['name', 'email', null])
})

test('C58 Matching a place clears the matches of its city, state and ZIP code', () => {
  const own = ['pickupCity', 'pickupState', 'deliveryCity', null]
  expect(matchColumn(LOADS, own, 3, 'pickupPlace')).toEqual([
    null,
    null,
    'deliveryCity',
    'pickupPlace',
  ])
  expect(listTargets(LOADS).map(({ name }) => name)).toContain('deliveryPlace')
})
