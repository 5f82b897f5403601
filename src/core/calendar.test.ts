import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addDays,
  formatDay,
  formatMonth,
  formatNamedDay,
  isDay,
  monthBefore,
  monthOf,
  monthsUntil,
  readOrderlessDay,
  readSerialDay,
  readTypedDay,
  weekdayOf,
  weekOf,
  weekOfMonth,
  yearOf,
} from './calendar.ts'

/** The expected days come from dates in UTC, which has no daylight saving time. */
const days = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const addDaysInUtc = (day: string, more: number) =>
  new Date(Date.parse(day) + more * 86_400_000).toISOString().slice(0, 10)

test.each(['2026-11-20', '1900-01-01', '2999-12-31', '2024-02-29', '2000-02-29'])(
  'B12 %s is a day',
  (day) => expect(isDay(day)).toBe(true),
)

test.each([
  '2026-02-29',
  '1900-02-29',
  '2026-13-01',
  '2026-00-10',
  '2026-11-31',
  '1899-12-31',
  '3000-01-01',
  '2026-1-1',
  'now',
  '2026-11-20T00:00',
  ' 2026-11-20',
  '0000-00-00',
])('B12 %s is not a day', (day) => expect(isDay(day)).toBe(false))

test('B12 Adding days and weekdays are correct in every time zone', () => {
  fc.assert(
    fc.property(
      days,
      fc.integer({ min: -400, max: 400 }),
      (day, more) => addDays(day, more) === addDaysInUtc(day, more),
    ),
  )
  fc.assert(fc.property(days, (day) => weekdayOf(day) === new Date(day).getUTCDay()))
})

test('B29 B34 A week contains its day, begins on its weekday and has seven days', () => {
  fc.assert(
    fc.property(days, fc.constantFrom(0, 1, 2, 3, 4, 5, 6), (day, first) => {
      const { from, to } = weekOf(day, first as 0)
      return from <= day && day <= to && weekdayOf(from) === first && addDays(from, 6) === to
    }),
  )
})

test('B34 Months and years are whole calendar periods', () => {
  expect(monthOf('2024-02-10')).toEqual({ from: '2024-02-01', to: '2024-02-29' })
  expect(monthBefore('2026-01-15')).toEqual({ from: '2025-12-01', to: '2025-12-31' })
  expect(yearOf('2026-11-20')).toEqual({ from: '2026-01-01', to: '2026-12-31' })
  expect(weekOf('2026-11-20', 0)).toEqual({ from: '2026-11-15', to: '2026-11-21' })
})

test.each([
  ['11/5/2026', '2026-11-05'],
  ['1-2-2026', '2026-01-02'],
  [' 2026-11-20 ', '2026-11-20'],
  ['11052026', '2026-11-05'],
  ['20261120', '2026-11-20'],
  ['1152026', null],
  ['2/30/2026', null],
  ['11/5/26', '2026-11-05'],
  ['110526', '2026-11-05'],
  ['2/29/27', null],
  ['11/5/6', null],
  ['11/5/026', null],
  ['tomorrow', null],
])('B12 The typed day "%s" is %s', (typed, day) => expect(readTypedDay(typed)).toBe(day))

test.each([
  ...[
    '20-Nov-26',
    '20-Nov-2026',
    '20 Nov 2026',
    '20/Nov/2026',
    '20 November 2026',
    '20NOV2026',
    '20-NOV-26',
  ],
  ...[
    'Nov 20, 2026',
    'Nov 20 2026',
    'NOV 20,2026',
    'November 20th, 2026',
    'Nov. 20, 2026',
    'Nov-20-2026',
  ],
  ...[
    '2026/11/20',
    '2026.11.20',
    '2026-11-20',
    '20261120',
    '11-20-2026',
    '11.20.2026',
    '11 / 20 / 2026',
  ],
  ...[
    'Fri 11/20/2026',
    'Friday, November 20, 2026',
    'Fri, Nov 20, 2026',
    '11/20/2026 Fri',
    '11/20/2026 (Fri)',
  ],
  ...[
    '11/20/26 8:00 AM',
    '11/20/2026 08:00',
    '11/20/2026 08:00 CST',
    '11/20/2026 8:00 am EDT',
    '11/20/2026 08:00:00',
  ],
  ...[
    '2026-11-20T08:00:00',
    '2026-11-20T08:00:00-06:00',
    '2026-11-20 08:00:00.000',
    '2026-11-20T08:00-0600',
  ],
  ...[
    '11/20/2026 0800',
    '11/20/2026 8 AM',
    '11/20/2026 @ 08:00',
    '11/20/2026 at 8:00 AM',
    '11/20/2026, 8:00 PM',
  ],
  ...[
    '11/20/2026 08:00 - 16:00',
    '11/20/2026 0800-1600',
    'Nov 20, 2026 08:00 PT',
    'Fri 20-Nov-26 17:00',
  ],
])('C431 The day %j is November 20, 2026', (typed) =>
  expect(readTypedDay(typed)).toBe('2026-11-20'),
)

test.each([
  ...[
    '11/20',
    '1/2/3',
    '2/29/2027',
    '00/00/0000',
    'TBD',
    '11/20/2026 - 11/21/2026',
    'Nov 2026',
    '20-Nov',
    '46346',
  ],
  ...[
    '2026-11-20T08:00:00Z',
    '2026-11-20T08:00:00+00:00',
    '11/20/2026 08:00 UTC',
    'Sat 11/20/2026',
    '31-Nov-26',
  ],
  ...[
    '20-Nev-26',
    'Nov 32, 2026',
    '8:00',
    'Mon',
    '',
    '20 11 2026',
    '11/20/2026\n11/21/2026',
    '2206',
  ],
])('C431 %j is no day', (typed) => expect(readTypedDay(typed)).toBeNull())

test('C431 Asked for, the first number is the day of the month', () => {
  expect(readTypedDay('03/11/2026')).toBe('2026-03-11')
  expect(readTypedDay('03/11/2026', 'dmy')).toBe('2026-11-03')
  expect(readTypedDay('2026-03-11', 'dmy')).toBe('2026-03-11')
  expect(readTypedDay('Mar 11, 2026', 'dmy')).toBe('2026-03-11')
  expect(readTypedDay('11/20/2026', 'dmy')).toBeNull()
  expect(readOrderlessDay('03/11/2026 08:00')).toEqual([3, 11])
  expect(readOrderlessDay('2026-03-11')).toBeNull()
})

test.each([
  ['46346', '2026-11-20'],
  ['46346.5', '2026-11-20'],
  ['45352', '2024-03-01'],
  ['1', null],
  ['463460', null],
])('C431 The serial number %s of a spreadsheet is %s', (serial, day) =>
  expect(readSerialDay(serial)).toBe(day),
)

test('C431 A day is shown with the name of its month where it could be misread', () => {
  expect(formatNamedDay('2026-03-11')).toBe('Mar 11, 2026')
})

test('C431 Long text is refused quickly', () => {
  for (const piece of [' ', '1', 'Fri ', '11/20/2026 ', 'T0'])
    expect(readTypedDay(piece.repeat(200_000))).toBeNull()
})

test('B12 A day is shown as M/D/YYYY and parsed back to the same day', () => {
  expect(formatDay('2026-11-05')).toBe('11/5/2026')
  fc.assert(fc.property(days, (day) => readTypedDay(formatDay(day)) === day))
})

test('B34 The last twelve months cross the year’s end', () => {
  const months = monthsUntil('2026-03-31', 12)
  expect(months).toHaveLength(12)
  expect(months[0]).toEqual({ from: '2025-04-01', to: '2025-04-30' })
  expect(months.slice(-2)).toEqual([
    { from: '2026-02-01', to: '2026-02-28' },
    { from: '2026-03-01', to: '2026-03-31' },
  ])
  expect(months.map(({ from }) => formatMonth(from)).slice(8, 10)).toEqual(['Dec 2025', 'Jan 2026'])
})

test.each([
  ['2026-11-20', 3, 2026],
  ['2026-11-01', 1, 2026],
  ['2026-08-01', 1, 2026],
  ['2026-08-02', 2, 2026],
  ['2026-08-31', 6, 2026],
  ['2027-01-01', 1, 2027],
])('A5.week.1 B25 %s is in week %i of its month, of %i', (day, weekNumber, weekYear) =>
  expect(weekOfMonth(day)).toEqual({ weekNumber, weekYear }),
)
