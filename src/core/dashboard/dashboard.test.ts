import { expect, test } from 'vitest'
import { listPermissions } from '#core/team/roles.ts'
import { dashboardFigures, type Dashboard } from './dashboard.ts'
import { describeFigures, hideFigures } from './figures.ts'

const sums = (amount: string) => ({
  thisWeek: amount,
  thisMonth: amount,
  yearToDate: amount,
  lastMonth: amount,
  percentChange: null,
})
const list = {
  count: 1,
  amount: '7.01',
  loads: [
    { id: 1, loadId: 'L-1', truckNumber: null, broker: null, revenue: '7.02', since: '2026-11-01' },
  ],
}
const dashboard: Dashboard = {
  trucks: { active: 1, total: 1 },
  drivers: { active: 1, total: 1 },
  loads: { deliveredThisWeek: 1, total: 1 },
  settlementsToGenerate: 3,
  revenue: sums('7.03'),
  expenses: sums('8.01'),
  extraPay: sums('8.02'),
  months: [{ from: '2026-11-01', to: '2026-11-30', revenue: '7.04', expenses: '8.03' }],
  pendingBol: list,
  unpaid: list,
  toDo: {
    withoutTruck: 1,
    withoutBol: 1,
    notSettled: 1,
    overdue: 1,
    expiringLicenses: 1,
    toPrepare: 2,
    drafts: 2,
    held: 2,
    statementsToPay: 2,
  },
  hasSample: true,
}
/** As the API sends it. */
const answer = describeFigures(dashboardFigures)
const settings = { dispatcherRevenue: true, viewerRevenue: false, driverRevenue: false }

test('C73 An Admin sees every figure of the dashboard', () => {
  const seen = hideFigures(dashboardFigures, dashboard, listPermissions('admin', settings))
  expect(seen).toEqual(dashboard)
  expect(answer.parse(seen)).toEqual(dashboard)
})

test('C73 A dispatcher sees revenue and no settlements', () => {
  const seen = hideFigures(dashboardFigures, dashboard, listPermissions('dispatcher', settings))
  expect(seen).toMatchObject({ revenue: sums('7.03'), unpaid: list })
  expect(answer.parse(seen)).toEqual(seen)
  expect(seen.months).toEqual([{ from: '2026-11-01', to: '2026-11-30', revenue: '7.04' }])
  expect(JSON.stringify(seen)).not.toMatch(/"8\.0|toPrepare|drafts|held|ToPay|ToGenerate|Sample/)
})

test('C73 Safety sees counts and loads, and no amount', () => {
  const seen = hideFigures(dashboardFigures, dashboard, listPermissions('safety', settings))
  expect(Object.keys(seen).toSorted()).toEqual([
    'drivers',
    'loads',
    'pendingBol',
    'toDo',
    'trucks',
    'unpaid',
  ])
  expect(answer.parse(seen)).toEqual(seen)
  expect(seen.unpaid).toMatchObject({ count: 1, loads: [{ loadId: 'L-1' }] })
  expect(JSON.stringify(seen)).not.toMatch(/"[78]\.0/)
})
