import { expect, test } from 'vitest'
import { entities } from '#core/entities/entities.ts'
import { quickBroker } from './quick-broker.ts'

test('A5.optional.1 B19a The quick broker form has six fields, and every required one', () => {
  const names = Object.keys(quickBroker.fields)
  expect(names.slice(0, 6)).toEqual([
    'companyName',
    'mcNumber',
    'dotNumber',
    'phone',
    'email',
    'notes',
  ])
  const required = Object.entries(entities.brokers.fields)
    .filter(([, { defaultValue }]) => defaultValue === undefined)
    .map(([name]) => name)
  expect(names).toEqual(expect.arrayContaining(required))
})
