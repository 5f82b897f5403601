import { matchRoutes } from 'react-router'
import { expect, test } from 'vitest'
import { listDestinations, locate, SIDEBAR_GROUPS } from '#web/ui/screens.ts'
import { screens } from './screens.ts'

const routes = screens.map(({ path, access }) => ({ path, handle: { access } }))

test.each([
  ['/', 'office'],
  ['/loads', 'office'],
  ['/Loads/7/', 'office'],
  ['/loads?add', 'office'],
  ['/settlements/statements/12', 'settlements'],
  ['/payments?open=3', 'settlements'],
  ['/profit?by=lane', 'settlements'],
  ['/costs', 'settlements'],
  ['/invoices?tab=ready', 'invoices'],
  ['/invoices/12', 'invoices'],
  ['/receipts/new', 'billing'],
  ['/receipts/3', 'invoices'],
  ['/settings', 'everyone'],
  ['/settings/team', 'admin'],
  ['/settings/security', 'everyone'],
  ['/settings/deductions', 'settlements'],
  ['/help/settlements', 'everyone'],
  ['/nothing/here', undefined],
])('C82 %s needs the permission %s', (address, permission) => {
  const [pathname = ''] = address.split('?')
  expect(matchRoutes(routes, pathname)?.at(-1)?.route.handle.access).toBe(permission)
})

test('C82 Only the help, the login and its security are open to every role', () => {
  const open = listDestinations(screens).filter(({ access }) => access === 'everyone')
  expect(open.map(({ path }) => path)).toEqual(['/help', '/settings', '/settings/security'])
})

test('C82 A page of a record needs what its list needs', () => {
  const accessOf = new Map(screens.map(({ path, access }) => [path, access]))
  const pages = screens.filter(({ path }) => path.endsWith('/:id'))
  const lists = pages.map(({ path }) => path.replace('/schedules/:id', '').replace('/:id', ''))
  expect(pages.map(({ access }) => access)).toEqual(lists.map((list) => accessOf.get(list)))
})

const destinations = listDestinations(screens)
const standing = (path: string) =>
  locate(destinations, screens.find((one) => one.path === path) ?? { path })
const titles = (path: string) => standing(path).tabs.map(({ tab }) => tab?.title)

test('C465 The sidebar names the places, in the order of the seed', () => {
  expect(
    SIDEBAR_GROUPS.map((group) => [
      group,
      ...destinations.filter((other) => other.group === group).map(({ title }) => title),
    ]),
  ).toEqual([
    ['top', 'Dashboard'],
    ['Entity Management', 'Drivers', 'Owners', 'Trucks', 'Brokers', 'Dispatchers'],
    ['Operations', 'Loads', 'Settlements'],
    ['Money', 'Invoices', 'Fuel & Tolls', 'Books'],
    ['foot', 'Help', 'Settings'],
  ])
})

test.each([
  ['/', ['Today', 'Profit', 'Costs']],
  ['/owners', ['Owners', 'Balances']],
  ['/trucks', ['Trucks', 'Trailers', 'Odometer', 'Leases']],
  ['/brokers', ['Brokers', 'Checks']],
  ['/loads', ['Loads', 'Documents Inbox']],
  ['/settlements', ['Run', 'One Truck', 'Statements', 'Payments', 'Year-End', 'History']],
  ['/invoices', ['Invoices', 'Received', 'Receivables', 'Factoring']],
  ['/fuel-and-tolls', ['Purchases', 'Files', 'Cards', 'Card Accounts']],
  [
    '/settings',
    ['Company', 'Deductions', 'Billing', 'Documents', 'Email', 'Team', 'Security', 'Data'],
  ],
])('C465 The place %s has the tabs %j on each of them', (place, expected) => {
  expect(titles(place)).toEqual(expected)
  for (const { path } of standing(place).tabs) {
    expect(titles(path)).toEqual(expected)
    expect(standing(path).place?.path).toBe(place)
  }
})

test('C465 Every named screen is a place, a tab of one, or links back to one', () => {
  const lost = destinations.filter(({ path, parent }) => !standing(path).place && !parent)
  expect(lost).toEqual([])
})

test.each([
  ['/loads/:id', '/loads', '/loads'],
  ['/settlements/statements/:id', '/settlements/statements', '/settlements'],
  ['/settlements/questions', '/settlements/statements', '/settlements'],
  ['/receipts/:id/apply', '/receipts', '/invoices'],
  ['/factoring/schedules/:id', '/factoring', '/invoices'],
  ['/fuel-and-tolls/import', '/fuel-and-tolls', '/fuel-and-tolls'],
  ['/trash', '/settings/data', '/settings'],
])('C465 %s links back to %s, of the place %s, and has no tabs', (path, parent, place) => {
  expect(standing(path)).toMatchObject({
    parent: { path: parent },
    place: { path: place },
    tabs: [],
  })
})

test('C82 C465 Screens that a role can’t open are no tabs, and one alone is no tab', () => {
  const open = destinations.filter(({ access }) => access === 'office')
  expect(locate(open, { path: '/owners' }).tabs).toEqual([])
  expect(locate(open, { path: '/mail', parent: '/settings/email' })).toEqual({
    tabs: [],
    place: undefined,
    parent: undefined,
  })
})
