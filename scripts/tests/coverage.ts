/**
 * Reports which passing tests verify each rule of docs/specification.md. The name of a test begins with the ids of
 * the rules that it verifies: "A2.loads.3 …", "B22 B23 …".
 */
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** `file` is absolute. `isFault`: a test of `npm run test:faults`, which `npm test` does not run. */
export type CoverageTest = { file: string; name: string; passed: boolean; isFault?: boolean }

const ROOT = path.join(import.meta.dirname, '../..')
const SPECIFICATION = path.join(ROOT, 'docs/specification.md')
const PAGE = path.join(ROOT, 'docs/coverage.md')
/** "A2.loads.3" and "A6.1", "B16a", "C1", "S07". */
const RULE_ID = /\b(?:A\d(?:\.[a-z]+)?\.\d+|B\d+a?|C\d+|S\d\d)\b/g
const MAX_EXAMPLES = 3

/**
 * Returns the page, a summary line, and the errors: rules without a passing test, and ids of rules that do not
 * exist. A fault test never counts as passed, because it did not run.
 */
export function buildCoverage(specification: string, tests: CoverageTest[]) {
  const rules = listRuleIds(specification)
  const testsByRule = new Map(rules.map((rule) => [rule, [] as CoverageTest[]]))
  const unknown: string[] = []
  for (const test of tests) {
    for (const rule of listRuleIds(test.name)) {
      const found = testsByRule.get(rule)
      if (!found) unknown.push(`"${test.name}" names ${rule}, which is not in the specification`)
      else if (test.passed || test.isFault) found.push(test)
    }
  }
  const missing = [...testsByRule].filter(([, found]) => !found.some(({ isFault }) => !isFault))
  const faultsOnly = missing.filter(([, found]) => found.length)
  const verified = `${rules.length - missing.length} of ${rules.length} rules are verified by tests that passed`
  return {
    page: buildPage(testsByRule),
    errors: [...unknown, ...missing.map(([name]) => `No passing test verifies ${name}`)],
    summary: `${verified}, ${faultsOnly.length} only by fault tests that did not run`,
  }
}

/** Writes the page if there are no errors. */
export async function writeCoverage(tests: CoverageTest[]) {
  const result = buildCoverage(await readFile(SPECIFICATION, 'utf8'), tests)
  if (!result.errors.length) await writeFile(PAGE, result.page)
  return result
}

function listRuleIds(text: string): string[] {
  return [...new Set(text.match(RULE_ID))]
}

function buildPage(testsByRule: Map<string, CoverageTest[]>): string {
  const rows = [...testsByRule].map(([rule, tests]) => {
    const [run, faults] = [
      tests.filter((test) => !test.isFault),
      tests.filter((test) => test.isFault),
    ]
    return `| ${rule} | ${[...describeTests(run), ...describeTests(faults)].join('<br>')} |`
  })
  return [
    '# Rules and their tests',
    '',
    `Written by \`npm test\`: each of the ${testsByRule.size} rules of [specification.md](specification.md) with tests that verify it and`,
    'passed. Tests in `faults/` are listed too, but `npm test` does not run them: use `npm run test:faults`.',
    '`npm test -- --list` lists every test.',
    '',
    '| rule | verified by |',
    '| ---- | ----------- |',
    ...rows,
    '',
  ].join('\n')
}

/** Tests that differ only in their example are listed once. */
function describeTests(tests: CoverageTest[]): string[] {
  const different = [
    ...new Map(tests.map((test) => [`${test.file} ${removeExample(test.name)}`, test])).values(),
  ]
  const more = different.length - MAX_EXAMPLES
  const lines = different.slice(0, MAX_EXAMPLES).map(describeTest)
  return more > 0 ? [...lines, `and ${more} more`] : lines
}

function removeExample(name: string): string {
  const [, rest = name] = /(?:A\d|B\d|C\d|S\d)\S* (.*)/.exec(name) ?? []
  return rest.split(' ').slice(0, 5).join(' ')
}

function describeTest({ file, name, isFault }: CoverageTest): string {
  const title = name.replaceAll(RULE_ID, '').trim().replaceAll(/\s+/g, ' ')
  const place = path.relative(ROOT, file) + (isFault ? ', not run by npm test' : '')
  return `${title.replaceAll(/[|<>]/g, '\\$&')} (${place})`
}
