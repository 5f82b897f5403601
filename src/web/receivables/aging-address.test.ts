import { expect, test } from 'vitest'
import { readAgingChoice, writeAgingChoice } from './aging-address.ts'

const TODAY = '2026-11-23'

test.each([
  [{ asOf: TODAY, basis: 'age' }, ''],
  [{ asOf: TODAY, basis: 'past-due' }, 'basis=past-due'],
  [{ asOf: '2026-10-31', basis: 'age' }, 'asOf=2026-10-31'],
  [{ asOf: '2026-10-31', basis: 'past-due' }, 'asOf=2026-10-31&basis=past-due'],
] as const)('C200 The choice %j is "?%s" in the address', (choice, query) => {
  expect(String(writeAgingChoice(choice, TODAY))).toBe(query)
  expect(readAgingChoice(new URLSearchParams(query), TODAY)).toEqual(choice)
})

test('C200 An address without a day shows today, also on a later day', () => {
  const address = writeAgingChoice({ asOf: TODAY, basis: 'past-due' }, TODAY)
  expect(readAgingChoice(address, '2026-12-01')).toEqual({ asOf: '2026-12-01', basis: 'past-due' })
})

test.each(['asOf=2026-02-30', 'asOf=', 'basis=moon'])(
  'C200 "?%s" in the address is ignored',
  (query) =>
    expect(readAgingChoice(new URLSearchParams(query), TODAY)).toEqual({
      asOf: TODAY,
      basis: 'age',
    }),
)
