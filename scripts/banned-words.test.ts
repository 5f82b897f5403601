import { describe, expect, test } from 'vitest'
import {
  checkFiles,
  describeHit,
  findBanned,
  listFiles,
  readBans,
  readStoredNames,
} from './banned-words.ts'

const BANS = readBans()
const [FIRST = { phrase: '', instead: '' }] = BANS

function find(text: string, file = 'src/core/money.ts') {
  return findBanned(file, text, BANS, readStoredNames()).map(({ phrase }) => phrase)
}

test('No text file of the project contains a word that the glossary bans', () => {
  const files = listFiles()
  expect(files.length).toBeGreaterThan(500)
  expect(checkFiles(files).map(describeHit)).toEqual([])
})

describe('a banned word is found', () => {
  test('for each phrase of the list', () => {
    const missed = BANS.filter(({ phrase }) => !find(`// ${phrase}`).includes(phrase))
    expect(missed).toEqual([])
  })

  test.each(['Pay Day', 'openPayDay', 'PAY_DAY', 'pay-day.ts', 'pay\n * day', 'pay\n-- day'])(
    'as part of %j',
    (text) => expect(find(text)).toEqual(['pay day']),
  )

  test('in a path', () => {
    expect(find('', 'src/server/settlements/pay-day/page.ts')).toEqual(['pay day'])
  })

  test('with its line and the word to use', () => {
    const [hit] = findBanned('README.md', `One\ntwo ${FIRST.phrase}`, BANS, [])
    expect(hit && describeHit(hit)).toBe(`README.md:2 "${FIRST.phrase}": ${FIRST.instead}`)
  })
})

describe('nothing is found', () => {
  test.each([
    ['part of a word', 'understand standard untold newcomer', 'README.md'],
    ['a clause that continues', 'no more than ten', 'README.md'],
    ['a quotation in a page', '`anew` and `no\nmore`', 'README.md'],
    ['a line that quotes', "const old = 'instalment' // quoted: the stored text", 'src/a.ts'],
    ['a line of SQL that quotes', "  'instalment' -- quoted: the stored text", 'migrations/9.sql'],
    ['a stored name', "path('/take-over'), row.taken_over, line.takenOver", 'src/a.ts'],
  ])('in %s', (_, text, file) => {
    expect(find(text, file)).toEqual([])
  })

  test('in generated files and released migrations, which are not read', () => {
    const files = listFiles()
    expect(files).toContain('docs/glossary.md')
    expect(files.filter((file) => /^migrations\/00[0-4]|package-lock/.test(file))).toEqual([])
  })
})
