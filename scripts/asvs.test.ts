/** Checks docs/asvs.md against the standard's numbers and against the files and tests that it cites. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'

/**
 * The levels of the requirements of OWASP ASVS 5.0.0, by section: `1.5 123` is 1.5.1 of level 1, 1.5.2 of level 2 and
 * 1.5.3 of level 3.
 */
const LEVELS = `
  1.1 22, 1.2 1111122223, 1.3 112222222223, 1.4 222, 1.5 123,
  2.1 122, 2.2 112, 2.3 12223, 2.4 23,
  3.1 3, 3.2 113, 3.3 12223, 3.4 11222233, 3.5 11122333, 3.6 3, 3.7 22333,
  4.1 12233, 4.2 23333, 4.3 22, 4.4 1222,
  5.1 2, 5.2 112333, 5.3 113, 5.4 222,
  6.1 122, 6.2 111111112222, 6.3 11223333, 6.4 112233, 6.5 22222333, 6.6 2223, 6.7 33, 6.8 2222,
  7.1 222, 7.2 1111, 7.3 22, 7.4 11222, 7.5 223, 7.6 22,
  8.1 1233, 8.2 1123, 8.3 133, 8.4 23,
  9.1 111, 9.2 1222,
  10.1 22, 10.2 223, 10.3 22223, 10.4 1111122222233333, 10.5 22222, 10.6 22, 10.7 222,
  11.1 2233, 11.2 22233, 11.3 11233, 11.4 1222, 11.5 23, 11.6 23, 11.7 33,
  12.1 12233, 12.2 11, 12.3 22223,
  13.1 2333, 13.2 222223, 13.3 2233, 13.4 1222233,
  14.1 22, 14.2 12223333, 14.3 122,
  15.1 12233, 15.2 12233, 15.3 1222222, 15.4 3333,
  16.1 2, 16.2 22222, 16.3 2222, 16.4 222, 16.5 2223,
  17.1 23, 17.2 22223333, 17.3 22`
/** Level 2 includes level 1. */
const HIGHEST = 2
const STATES = ['pass', 'in part', 'not', 'operator'] as const
const NOT_APPLICABLE = 'does not apply'

const DOCS = path.join(import.meta.dirname, '../docs')
const page = await readFile(path.join(DOCS, 'asvs.md'), 'utf8')

/** `level` is undefined for a requirement that does not apply. */
type Requirement = { id: string; level?: number; state: string; shown: string; chapter: string }

const requirements = listRequirements(page)

test('docs/asvs.md lists every requirement of ASVS 5.0.0 level 2 once, with its level', () => {
  const levels = new Map(readLevels())
  expect([...levels.values()].map(Number).toSorted().join('')).toMatch(/^1{70}2{183}3{92}$/)
  const wanted = [...levels].filter(([, level]) => level <= HIGHEST).map(([id]) => id)
  expect(requirements.map(({ id }) => id).toSorted()).toEqual(wanted.toSorted())
  const wrong = requirements.filter(({ id, level }) => level && level !== levels.get(id))
  expect(wrong).toEqual([])
})

test('docs/asvs.md has a known state for each requirement, and shows each that passes', () => {
  const known: string[] = [...STATES, NOT_APPLICABLE]
  expect(requirements.filter(({ state }) => !known.includes(state))).toEqual([])
  const unshown = requirements.filter(
    ({ state, shown }) => state === 'pass' && !shown.includes(']('),
  )
  expect(unshown).toEqual([])
})

test('docs/asvs.md lists each requirement that is not fully met under "What is missing"', () => {
  const [missing = ''] = /^## What is missing\n[^#]*/m.exec(page) ?? []
  const open = requirements.filter(({ state }) => state === 'not' || state === 'in part')
  expect(missing.match(/\d+\.\d+\.\d+/g)?.toSorted()).toEqual(open.map(({ id }) => id).toSorted())
})

test('The figures of docs/asvs.md count its requirements', () => {
  const columns = [...STATES, NOT_APPLICABLE]
  const count = (all: Requirement[]) =>
    columns.map((wanted) => all.filter(({ state }) => state === wanted).length)
  const chapters = Map.groupBy(requirements, ({ chapter }) => chapter)
  const rows = [...chapters].map(([chapter, own]) => [chapter, ...count(own)])
  for (const row of [...rows, ['all', ...count(requirements)]])
    expect(page).toContain(`\n| ${row.join(' | ')} |\n`)
})

test('Each file, test and section that docs/asvs.md cites exists', async () => {
  const cited = [...page.matchAll(/\[([^\]]+)\]\((?!https:)([^)#]*)#?([^)]*)\)/g)]
  expect(cited.length).toBeGreaterThan(150)
  const errors = await Promise.all(
    cited.map(([, title = '', file = '', section = '']) => findError(title, file, section)),
  )
  expect(errors.filter(Boolean)).toEqual([])
})

function* readLevels(): Generator<[id: string, level: number]> {
  for (const [, section, levels = ''] of LEVELS.matchAll(/(\d+\.\d+) (\d+)/g))
    for (const [at, level] of [...levels].entries()) yield [`${section}.${at + 1}`, Number(level)]
}

function listRequirements(text: string): Requirement[] {
  return text.split(/^## /m).flatMap((part) => {
    const [chapter = '', ...lines] = part.split('\n')
    const rows = lines.filter((line) => /^\| \d+\.\d+\.\d+/.test(line))
    return rows.flatMap((line) => readRow(line.split(' | ').map(trimBars), chapter))
  })
}

function readRow([first = '', ...rest]: string[], chapter: string): Requirement[] {
  if (rest.length > 1) {
    const [level, , state = '', shown = ''] = rest
    return [{ id: first, level: Number(level), state, shown, chapter }]
  }
  const shared = { state: NOT_APPLICABLE, shown: rest.join(), chapter }
  return first.split(', ').map((id) => ({ id, ...shared }))
}

function trimBars(cell: string): string {
  return cell.replace(/^\| | ?\|$/g, '').trim()
}

/** An error if the file is missing, lacks the test named `title`, or lacks the section. */
async function findError(title: string, file: string, section: string) {
  const text = await readFile(path.join(DOCS, file), 'utf8').catch(() => undefined)
  if (text === undefined) return `${file} does not exist`
  if (file.endsWith('.test.ts') && !text.includes(title)) return `${file} has no test "${title}"`
  if (file.endsWith('.md') && !listSections(text).includes(section))
    return `${file} has no section "${section}"`
  return undefined
}

/** The headings as in their addresses: "A9 Limits" is `a9-limits`. */
function listSections(text: string): string[] {
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  )
}
