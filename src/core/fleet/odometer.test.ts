import { expect, test } from 'vitest'
import { askReading } from './odometer.ts'

const at = (day: string, miles: number, newMeter: 'yes' | 'no' = 'no') => ({ day, miles, newMeter })
const NONE = { before: undefined, after: undefined }

test.each([
  ['the first reading', at('2026-11-20', 412_300), NONE, null],
  [
    'a reading that goes on',
    at('2026-11-20', 413_000),
    { before: at('2026-11-19', 412_300), after: undefined },
    null,
  ],
  [
    'the same reading',
    at('2026-11-20', 412_300),
    { before: at('2026-11-20', 412_300), after: undefined },
    null,
  ],
  [
    'a reading that goes back',
    at('2026-11-20', 411_900),
    { before: at('2026-11-12', 412_300), after: undefined },
    /read 412,300 mi on 11\/12\/2026, which is more. Save 411,900 mi anyway\?/,
  ],
  [
    'a new meter',
    at('2026-11-20', 12, 'yes'),
    { before: at('2026-11-12', 412_300), after: undefined },
    null,
  ],
  [
    'one digit too many',
    at('2026-11-20', 4_123_900),
    { before: at('2026-11-12', 412_300), after: undefined },
    /3,711,600 mi since then is more than 1,500 a day/,
  ],
  [
    'a day of a team',
    at('2026-11-13', 413_800),
    { before: at('2026-11-12', 412_300), after: undefined },
    null,
  ],
  [
    'a later entry that is more than the next one',
    at('2026-11-10', 412_400),
    { before: undefined, after: at('2026-11-12', 412_300) },
    /read 412,300 mi on 11\/12\/2026, which is less/,
  ],
  [
    'a later entry before a new meter',
    at('2026-11-10', 412_400),
    { before: undefined, after: at('2026-11-12', 5, 'yes') },
    null,
  ],
] as const)('C522 %s', (_, reading, around, expected) => {
  const question = askReading(reading, around)
  if (expected === null) expect(question).toBe(null)
  else expect(question).toMatch(expected)
})
