import { expect, test } from 'vitest'
import { COMMANDS, matchesCommand } from './commands.ts'
import { paletteStatus } from './palette-status.ts'

const NOTHING = { found: 0, hasCommands: false, searching: false, error: null }

function titles(typed: string): string[] {
  const commands = COMMANDS.flatMap((group) => group.commands)
  return commands.filter((command) => matchesCommand(command, typed)).map(({ title }) => title)
}

test('B40 Each typed word begins a word of the command', () => {
  expect(titles('a tr')).toEqual(['Add Truck'])
  expect(titles('ADD')).toHaveLength(6)
  expect(titles('ruck')).toEqual([])
  expect(titles('escrow')).toEqual(['Deductions and Balances'])
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
