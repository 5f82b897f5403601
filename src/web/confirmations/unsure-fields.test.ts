import { expect, test } from 'vitest'
import { listChoices } from './list-choices.ts'
import { findUnsure } from './unsure-fields.ts'

const BOX = { x: 0, y: 0, width: 1, height: 1 }
const toRead = (value: string) => ({ value, page: 0, box: BOX, words: value })

test('C124 Expected fields without a value and fields with several values are unsure', () => {
  const names = ['loadId', 'truckId', 'poNumber', 'pickupZip', 'miles', 'revenue', 'notes']
  const text = { loadId: '', truckId: '7', poNumber: '', miles: '0', revenue: '10.00' }
  const choices = listChoices({
    fields: {},
    unsure: { poNumber: [toRead('1234'), toRead('5678')] },
    totalProblem: null,
  })
  expect(findUnsure(names, text, choices)).toEqual(['loadId', 'poNumber', 'miles'])
})

test('C121 An unclear total offers each printed total and the sum of the charges', () => {
  const totalProblem = { totals: [toRead('1605.00')], chargesSum: 165_000n }
  const { revenue } = listChoices({ fields: {}, unsure: {}, totalProblem })
  expect(revenue?.why).toBe(
    'The confirmation shows $1,605.00 as the total, but its charges add up to $1,650.00.',
  )
  expect(revenue?.values.map(({ value }) => value)).toEqual(['1605.00', '1650.00'])
})

test('C124 Dates to choose from are shown in US format', () => {
  const { pickupDate } = listChoices({
    fields: {},
    unsure: { pickupDate: [toRead('2026-11-23')] },
    totalProblem: null,
  })
  expect(pickupDate?.values).toEqual([{ value: '2026-11-23', text: '11/23/2026' }])
})

test('C124 The load number is the carrier’s own; the broker’s is offered', () => {
  const fields = { brokerLoadNumber: toRead('7719302') }
  const { loadId } = listChoices({ fields, unsure: {}, totalProblem: null })
  expect(loadId?.values).toEqual([{ value: '7719302', text: '7719302' }])
  expect(
    findUnsure(['loadId'], { loadId: '' }, { loadId: loadId ?? { why: '', values: [] } }),
  ).toEqual(['loadId'])
})
