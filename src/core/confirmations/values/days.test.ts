import { expect, test } from 'vitest'
import { findDays, findTimes } from './days.ts'

test.each([
  ['11/23/2026', ['2026-11-23']],
  ['Mon 11/23/26 0800', ['2026-11-23']],
  ['2026-11-23', ['2026-11-23']],
  ['Nov 23rd, 2026', ['2026-11-23']],
  ['November 23 2026', ['2026-11-23']],
  ['23-Nov-2026', ['2026-11-23']],
  ['11-23-26 to 11-24-26', ['2026-11-23', '2026-11-24']],
  ['13/45/2026', []],
  ['11/23/2029', []],
  ['555-11-23-2026', []],
  ['PO 4411232026', []],
])('C122 %j has the days %j', (text, expected) => {
  expect(findDays(text, '2026-11-21').map(({ value }) => value)).toEqual(expected)
})

test.each([
  ['08:00 - 16:00', ['08:00', '16:00']],
  ['8:00 AM', ['08:00']],
  ['12:30 a.m.', ['00:30']],
  ['12 PM', ['12:00']],
  ['7:15:00 pm CST', ['19:15']],
  ['0700-1500 FCFS', ['07:00', '15:00']],
  ['25:00', []],
  ['77120934', []],
  ['$1500', []],
])('C122 %j has the times %j', (text, expected) => {
  expect(findTimes(text, true).map(({ value }) => value)).toEqual(expected)
})
