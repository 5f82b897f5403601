import { matchRoutes } from 'react-router'
import { expect, test } from 'vitest'
import { listDestinations } from '#web/ui/screens.ts'
import { screens } from './screens.ts'

const routes = screens.map(({ path, access }) => ({ path, handle: { access } }))

test.each([
  ['/', 'office'],
  ['/loads', 'office'],
  ['/Loads/7/', 'office'],
  ['/loads?add', 'office'],
  ['/settlements/statements/12', 'settlements'],
  ['/payments?open=3', 'settlements'],
  ['/invoices?tab=ready', 'invoices'],
  ['/invoices/12', 'invoices'],
  ['/receipts/new', 'billing'],
  ['/receipts/3', 'invoices'],
  ['/settings', 'everyone'],
  ['/settings/team', 'admin'],
  ['/help/settlements', 'everyone'],
  ['/nothing/here', undefined],
])('C82 %s needs the permission %s', (address, permission) => {
  const [pathname = ''] = address.split('?')
  expect(matchRoutes(routes, pathname)?.at(-1)?.route.handle.access).toBe(permission)
})

test('C82 Only the settings and the help are open to every role', () => {
  const open = listDestinations(screens).filter(({ access }) => access === 'everyone')
  expect(open.map(({ path }) => path)).toEqual(['/help', '/settings'])
})

test('C82 A page of a record needs what its list needs', () => {
  const accessOf = new Map(screens.map(({ path, access }) => [path, access]))
  const pages = screens.filter(({ path }) => path.endsWith('/:id'))
  const lists = pages.map(({ path }) => path.replace('/schedules/:id', '').replace('/:id', ''))
  expect(pages.map(({ access }) => access)).toEqual(lists.map((list) => accessOf.get(list)))
})
