/**
 * Reports which passing tests verify each rule of docs/specification. The name of a test begins with the ids of the rules
 * that it verifies: "A2.loads.3 …", "B22 B23 …".
 */
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

/** `file` is absolute. `isListed`: a test of `npm run test:faults` or `npm run test:long`, which `npm test` does not run. */
export type CoverageTest = { file: string; name: string; passed: boolean; isListed?: boolean }

const ROOT = path.join(import.meta.dirname, '../..')
const SPECIFICATION = path.join(ROOT, 'docs/specification')
/** "A2.loads.3" and "A6.1", "B16a", "C1", "S07". */
const ID = String.raw`(?:A\d(?:\.[a-z]+)?\.\d+|B\d+a?|C\d+|S\d\d)`
const NAMED = new RegExp(String.raw`\b${ID}\b`, 'g')
/** A rule begins with its id in bold. Other rules name it without. */
const DEFINED = new RegExp(String.raw`(?<=^- \*\*)${ID}(?=\*\*)`, 'gm')

/**
 * Returns a summary line and the errors: rules without a test, rules with the id of another one, and ids of rules that do
 * not exist. A test that failed verifies nothing; a listed one counts, but did not run.
 */
export function buildCoverage(specification: string, tests: CoverageTest[]) {
  const defined: string[] = specification.match(DEFINED) ?? []
  const rules = [...new Set(defined)]
  const repeated = rules.filter((rule) => defined.indexOf(rule) !== defined.lastIndexOf(rule))
  const testsByRule = new Map(rules.map((rule) => [rule, [] as CoverageTest[]]))
  const unknown: string[] = []
  for (const test of tests) {
    for (const rule of new Set(test.name.match(NAMED))) {
      const found = testsByRule.get(rule)
      if (!found) unknown.push(`"${test.name}" names ${rule}, which is not in the specification`)
      else if (test.passed || test.isListed) found.push(test)
    }
  }
  const missing = [...testsByRule].filter(([, found]) => !found.length)
  const notRun = [...testsByRule].filter(([, found]) => found.length && found.every(isListed))
  const verified = rules.length - missing.length - notRun.length
  return {
    errors: [
      ...repeated.map((rule) => `${rule} is the id of two rules`),
      ...unknown,
      ...missing.map(([name]) => `No passing test verifies ${name}`),
    ],
    summary: `${verified} of ${rules.length} rules are verified by tests that passed, ${notRun.length} only by tests of test:long or test:faults (${notRun.map(([name]) => name).join(' ')})`,
  }
}

export async function checkCoverage(tests: CoverageTest[]) {
  const files = (await readdir(SPECIFICATION)).filter((file) => file.endsWith('.md'))
  const chapters = await Promise.all(
    files.map((file) => readFile(path.join(SPECIFICATION, file), 'utf8')),
  )
  return buildCoverage(chapters.join('\n'), tests)
}

function isListed({ isListed = false }: CoverageTest): boolean {
  return isListed
}
