/** How a card file writes its days (SPEC C610). */
import { expect, test } from 'vitest'
import type { DayStyle } from './file-days.ts'
import { readMatchedFile } from './matched.ts'
import { readCardFile } from './read-card-file.ts'

const TITLES = 'Transaction Date|Unit|Location State/Province|Product Code|Quantity|Amount|Invoice'

function read(days: readonly string[], style?: DayStyle) {
  const rows = days.map((day, at) => `${day}|104|TX|Diesel|100|350.00|${at}`)
  const lines = [TITLES, ...rows].map((row, at) => ({ line: at + 1, cells: row.split('|') }))
  const matched = {
    heading: 0,
    columns: ['day', 'unit', 'state', 'kind', 'gallons', 'amount', 'invoice'],
    provider: 'loves' as const,
    ...(style && { style }),
  }
  const [known, other] = [readCardFile(lines, style), readMatchedFile(lines, matched)]
  const found = [known, other].map((file) => ({
    order: file?.days,
    days: file?.purchases.map(({ day }) => day),
    problems: file?.problems.map(({ line, message }) => `${line} ${message}`),
  }))
  expect(found[0]).toEqual(found[1])
  return found[0]
}

test('C610 A day of 13 or more shows that the day comes first, in the whole file', () => {
  expect(read(['05/11/2026', '18/11/2026', '19/11/2026'])).toEqual({
    order: { order: 'dmy', example: null },
    days: ['2026-11-05', '2026-11-18', '2026-11-19'],
    problems: [],
  })
  expect(read(['11/05/2026', '11/18/2026'])?.days).toEqual(['2026-11-05', '2026-11-18'])
})

test('C610 A file that does not show its order reads the month first, and asks', () => {
  const days = ['05/11/2026', '06/11/2026']
  const example = '05/11/2026'
  expect(read(days)).toMatchObject({
    order: { order: 'mdy', example },
    days: ['2026-05-11', '2026-06-11'],
  })
  expect(read(days, { order: 'dmy' })).toMatchObject({
    order: { order: 'dmy', example },
    days: ['2026-11-05', '2026-11-06'],
  })
})

test('C610 A day in the future or more than 400 days before the others is a problem of its row', () => {
  const days = ['3/1/1990', '10/15/2025', '11/18/2026', '12/1/2026', '12/2/2026']
  expect(read(days, { today: '2026-11-30' })).toMatchObject({
    days: ['2026-11-18', '2026-12-01'],
    problems: [
      '2 3/1/1990 is more than 400 days before the others, or 10 years ago',
      '3 10/15/2025 is more than 400 days before the others, or 10 years ago',
      '6 12/2/2026 is in the future',
    ],
  })
})

test('C610 A whole file may be older than 400 days, but not older than 10 years', () => {
  const style = { today: '2026-11-30' }
  expect(read(['3/1/2022', '3/15/2022'], style)).toMatchObject({ problems: [] })
  expect(read(['3/1/1990', '3/15/1990'], style)?.problems).toHaveLength(2)
})
