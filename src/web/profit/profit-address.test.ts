import { expect, test } from 'vitest'
import { changeUnit, movePeriod, readProfitChoice, writeProfitChoice } from './profit-address.ts'

/** A Friday. */
const TODAY = '2026-11-20'
const read = (address: string) => readProfitChoice(new URLSearchParams(address), TODAY)

test.each([
  ['', 'truck month 2026-11-01 2026-11-30'],
  ['by=broker&from=2026-02-14', 'broker month 2026-02-01 2026-02-28'],
  ['unit=week', 'truck week 2026-11-15 2026-11-21'],
  ['unit=week&from=2026-11-08', 'truck week 2026-11-08 2026-11-14'],
  ['unit=range&from=2026-01-05&to=2026-03-04', 'truck range 2026-01-05 2026-03-04'],
  ['unit=range&from=2026-03-05&to=2026-01-04', 'truck range 2026-03-05 2026-03-05'],
  ['unit=range&from=2020-03-05&to=2026-01-04', 'truck range 2020-03-05 2020-03-05'],
  ['by=color&unit=day&from=2026-02-30', 'truck month 2026-11-01 2026-11-30'],
])('C584 The address "%s" shows %s', (address, shown) => {
  const { by, unit, from, to } = read(address)
  expect([by, unit, from, to].join(' ')).toBe(shown)
})

test('C584 The address keeps what was chosen, and leaves the current period out', () => {
  for (const address of ['', 'by=lane', 'unit=week', 'by=owner&unit=week&from=2026-11-08'])
    expect(String(writeProfitChoice(read(address), TODAY))).toBe(address)
  const range = 'unit=range&from=2026-01-05&to=2026-03-04'
  expect(String(writeProfitChoice(read(range), TODAY))).toBe(range)
})

test('C584 A period moves by its own length', () => {
  const move = (address: string, units: 1 | -1) => {
    const { from, to } = movePeriod(read(address), units)
    return `${from} ${to}`
  }
  expect(move('', -1)).toBe('2026-10-01 2026-10-31')
  expect(move('from=2026-12-01', 1)).toBe('2027-01-01 2027-01-31')
  expect(move('unit=week', 1)).toBe('2026-11-22 2026-11-28')
  expect(move('unit=range&from=2026-01-01&to=2026-01-10', -1)).toBe('2025-12-22 2025-12-31')
})

test('C584 The month of today has the week of today; an earlier month its last week', () => {
  expect(changeUnit(read(''), 'week', TODAY)).toMatchObject({ from: '2026-11-15' })
  expect(changeUnit(read('from=2026-02-01'), 'week', TODAY)).toMatchObject({ from: '2026-02-22' })
  expect(changeUnit(read(''), 'range', TODAY)).toMatchObject({
    from: '2026-11-01',
    to: '2026-11-30',
  })
})
