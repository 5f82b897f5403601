import { expect, test } from 'vitest'
import { measureAccuracy } from './accuracy.ts'

const read = (value: string) => ({
  value,
  words: value,
  page: 0,
  box: { x: 0, y: 0, width: 1, height: 1 },
})
const PAPER = {
  values: { total: read('1500.00'), pickupCity: read('Dallas'), weight: read('41700') },
  kept: { revenue: '1300.00', pickupCity: 'DALLAS', weight: '41700.00', notes: '' },
  total: '1500.00',
}

test('C158 A value is right if it was saved as read, a total if the user did not correct it', () => {
  expect(measureAccuracy([PAPER])).toEqual({ papers: 1, values: 3, right: 3 })
  const corrected = {
    ...PAPER,
    kept: { ...PAPER.kept, pickupCity: 'Plano', weight: '' },
    total: '1600.00',
  }
  expect(measureAccuracy([PAPER, corrected])).toEqual({ papers: 2, values: 6, right: 3 })
})

test('C158 A paper that was only read, and a value without a field, do not count', () => {
  expect(measureAccuracy([{ ...PAPER, kept: {} }])).toEqual({ papers: 0, values: 0, right: 0 })
  const values = { brokerMc: read('123456'), pickupCity: read('Dallas') }
  expect(measureAccuracy([{ ...PAPER, values }])).toEqual({ papers: 1, values: 1, right: 1 })
})
