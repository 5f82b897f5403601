import { expect, test } from 'vitest'
import { describeRate } from './describe-rate.ts'

test.each([
  ['2.31', '2.45', '$2.31 a mile all in, $0.14 below your 13 weeks.'],
  ['2.31', '1.30', '$2.31 a mile all in, $1.01 above your 13 weeks.'],
  ['2.31', '2.31', '$2.31 a mile all in, the same as your 13 weeks.'],
  ['2.31', null, '$2.31 a mile all in.'],
])('C588 %s against %s is "%s"', (perMile, before, text) =>
  expect(describeRate(perMile, before)).toBe(text),
)
