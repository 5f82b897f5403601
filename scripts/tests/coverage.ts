/**
 * Which statement of docs/specification.md is shown by which passing test. A test names what it shows
 * at the head of its name: "A2.loads.3 …", "B22 B23 …".
 */
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** `apart`: by a command of its own, which takes a machine to itself. */
export type Shown = { file: string; name: string; passed: boolean; apart?: string }

const ROOT = path.join(import.meta.dirname, '../..')
const SPECIFICATION = path.join(ROOT, 'docs/specification.md')
const PAGE = path.join(ROOT, 'docs/coverage.md')
/** "A2.loads.3" and "A6.1", "B16a", "C1", "S07". */
const STATEMENT = /\b(?:A\d(?:\.[a-z]+)?\.\d+|B\d+a?|C\d+|S\d\d)\b/g
const MOST_EXAMPLES = 3

/** The page, and what is wrong: statements that nothing shows, and names of statements that are not there. */
export function coverage(specification: string, tests: Shown[]) {
  const statements = statementsOf(specification)
  const shownBy = new Map(statements.map((statement) => [statement, [] as Shown[]]))
  const unknown: string[] = []
  for (const test of tests) {
    for (const statement of new Set(statementsOf(test.name))) {
      const found = shownBy.get(statement)
      if (!found) unknown.push(`"${test.name}" names ${statement}, which is no statement`)
      else if (test.passed) found.push(test)
    }
  }
  const missing = [...shownBy].filter(([, found]) => found.length === 0).map(([name]) => name)
  return {
    page: pageOf(shownBy),
    wrong: [...unknown, ...missing.map((name) => `No passing test shows ${name}`)],
    shown: `${statements.length - missing.length} of ${statements.length} statements are shown by tests`,
  }
}

/** Writes the page where all is in order; gives what is wrong. */
export async function writeCoverage(tests: Shown[]) {
  const result = coverage(await readFile(SPECIFICATION, 'utf8'), tests)
  if (!result.wrong.length) await writeFile(PAGE, result.page)
  return result
}

function statementsOf(text: string): string[] {
  return [...new Set(text.match(STATEMENT))]
}

function pageOf(shownBy: Map<string, Shown[]>): string {
  const rows = [...shownBy].map(([statement, tests]) => `| ${statement} | ${examples(tests)} |`)
  return [
    '# What the tests show',
    '',
    `Written by \`npm test\`: each statement of [specification.md](specification.md), ${shownBy.size} in all, with tests that`,
    'show it. `npm test -- --list` names every test.',
    '',
    '| statement | shown by |',
    '| --------- | -------- |',
    ...rows,
    '',
  ].join('\n')
}

/** Tests that differ only in their example stand in the page once. */
function examples(tests: Shown[]): string {
  const apartFirst = tests.toSorted((one, other) => Number(!one.apart) - Number(!other.apart))
  const different = new Map(
    apartFirst.map((test) => [`${test.file} ${withoutExample(test.name)}`, test]),
  )
  const named = [...different.values()].slice(0, MOST_EXAMPLES).map(lineOf)
  const more = different.size - named.length
  return [...named, ...(more > 0 ? [`and ${more} more`] : [])].join('<br>')
}

function withoutExample(name: string): string {
  const [, rest = name] = /(?:A\d|B\d|C\d|S\d)\S* (.*)/.exec(name) ?? []
  return rest.split(' ').slice(0, 5).join(' ')
}

function lineOf({ file, name, apart }: Shown): string {
  const plain = name.replaceAll(STATEMENT, '').trim().replaceAll(/\s+/g, ' ')
  const where = [path.basename(file), ...(apart ? [`by \`${apart}\``] : [])].join(', ')
  return `${plain.replaceAll(/[|<>]/g, '\\$&')} (${where})`
}
