import { expect, test } from 'vitest'
import { currentPeriods, loadsPath, settlementRunPath, settlementsPath } from './list-links.ts'

test('A2.dashboard.11 A9.limits.4 The periods contain today, and weeks start on Sunday', () => {
  expect(currentPeriods('2026-11-18')).toEqual({
    thisWeek: { from: '2026-11-15', to: '2026-11-21' },
    thisMonth: { from: '2026-11-01', to: '2026-11-30' },
    yearToDate: { from: '2026-01-01', to: '2026-12-31' },
  })
})

test('B65 Links filter their list by the period', () => {
  const { thisMonth } = currentPeriods('2026-02-03')
  expect(loadsPath(thisMonth)).toBe(
    '/loads?deliveryDate.from=2026-02-01&deliveryDate.to=2026-02-28',
  )
  expect(settlementsPath(thisMonth)).toBe(
    '/settlements/history?settlementDate.from=2026-02-01&settlementDate.to=2026-02-28',
  )
})

test('B65 The settlement run opens by the middle of the week', () => {
  expect(settlementRunPath({ from: '2026-11-15', to: '2026-11-21' })).toBe(
    '/settlements/run?week=2026-11-18',
  )
})
