import { expect, test } from 'vitest'
import { DESTINATIONS } from './navigation.ts'
import { findPageAccess } from './page-access.ts'

test.each([
  ['/', 'office'],
  ['/loads', 'office'],
  ['/Loads/7/', 'office'],
  ['/loads?add', 'office'],
  ['/settlements/statements/12', 'settlements'],
  ['/payments?open=3', 'settlements'],
  ['/invoices?tab=ready', 'invoices'],
  ['/invoices/12', 'invoices'],
  ['/settings', 'everyone'],
  ['/settings/team', 'admin'],
  ['/help/settlements', 'everyone'],
  ['/nothing/here', 'everyone'],
])('C82 %s needs the permission %s', (address, permission) => {
  expect(findPageAccess(address)).toBe(permission)
})

test('C82 Only the settings and the help are open to every role', () => {
  const open = DESTINATIONS.filter(({ path }) => findPageAccess(path) === 'everyone')
  expect(open.map(({ path }) => path)).toEqual(['/settings', '/help'])
})
