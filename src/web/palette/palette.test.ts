import { expect, test } from 'vitest'
import { listPermissions, type Role, ROLE_DEFAULTS } from '#core/team/roles.ts'
import type { SignedInUser } from '#core/team/signed-in-user.ts'
import { screens } from '#web/screens.ts'
import { listDestinations } from '#web/ui/screens.ts'
import { listCommands, matchesCommand } from './commands.ts'
import { paletteStatus } from './palette.tsx'

const NOTHING = { found: 0, hasCommands: false, searching: false, error: null }

type Person = Pick<SignedInUser, 'account' | 'accounts'>
const ONE_ACCOUNT: Person = { account: { id: 'a', name: 'Acme' }, accounts: [] }
const TWO_ACCOUNTS: Person = {
  account: { id: 'a', name: 'Acme' },
  accounts: [
    { id: 'a', name: 'Acme', role: 'admin' },
    { id: 'b', name: 'Blue Line', role: 'dispatcher' },
  ],
}

function titles(typed: string, role: Role = 'admin', user = ONE_ACCOUNT): string[] {
  const groups = listCommands(listDestinations(screens), listPermissions(role, ROLE_DEFAULTS), user)
  const commands = groups.flatMap((group) => group.commands)
  return commands.filter((command) => matchesCommand(command, typed)).map(({ title }) => title)
}

test('B40 Each typed word begins a word of the command', () => {
  expect(titles('ad tr')).toEqual(['Add Truck', 'Add Trailer'])
  expect(titles('ADD')).toHaveLength(7)
  expect(titles('ruck')).toEqual([])
  expect(titles('escrow')).toEqual(['Deductions and Balances'])
})

test.each<[Role, string[]]>([
  [
    'accounting',
    [
      'Add Driver',
      'Add Owner',
      'Add Truck',
      'Add Trailer',
      'Add Broker',
      'Add Dispatcher',
      'Add Load',
    ],
  ],
  ['safety', ['Add Driver', 'Add Truck', 'Add Trailer']],
  ['viewer', []],
])('C82 The palette offers %s only the records that the role can add', (role, added) => {
  expect(titles('add', role)).toEqual(added)
})

test('C82 The palette offers only screens that the role can open', () => {
  expect(titles('settlement', 'dispatcher')).not.toContain('Settlement Run')
  expect(titles('settlement', 'accounting')).toContain('Settlement Run')
  expect(titles('team', 'accounting')).toEqual(['Your Team'])
  expect(titles('team', 'admin')).toEqual(['Team', 'Your Team'])
  expect(titles('loads', 'viewer')).toContain('Loads')
})

test('C83 The palette switches to the other accounts of the user', () => {
  expect(titles('switch', 'admin', TWO_ACCOUNTS)).toEqual(['Switch to Blue Line'])
  expect(titles('switch')).toEqual([])
})

test.each([
  ['zzz', {}, 'Nothing matches'],
  ['zzz', { searching: true }, 'Searching...'],
  ['z', {}, 'Type at least 2 characters'],
  [' z ', { hasCommands: true }, 'Type at least 2 characters'],
  ['7', { found: 1 }, ''],
  ['lo', { hasCommands: true }, ''],
  ['lo', { error: new Error('Offline') }, 'Search failed: Offline'],
])('B40 the palette says for "%s" %j: %s', (typed, state, text) =>
  expect(paletteStatus({ ...NOTHING, ...state, typed })).toBe(text),
)
