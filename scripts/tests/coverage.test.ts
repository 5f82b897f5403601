import path from 'node:path'
import { expect, test } from 'vitest'
import { buildCoverage } from './coverage.ts'

const SPECIFICATION = '- **A2.loads.1** Three tabs.\n- **B16a** States.\n- **A6.1** Roles.'
const ROOT = path.join(import.meta.dirname, '../..')

function buildTestCoverage(...names: string[]) {
  const file = path.join(ROOT, 'e2e/loads.test.ts')
  const tests = names.map((name) => ({ file, name, passed: !/fails/.test(name) }))
  return buildCoverage(SPECIFICATION, tests)
}

test('A rule without a passing test and an unknown rule are errors', () => {
  const { errors, summary } = buildTestCoverage(
    'A2.loads.1 Three tabs',
    'B16a This fails',
    'B99 Nothing',
  )
  expect(errors).toEqual([
    '"B99 Nothing" names B99, which is not in the specification',
    'No passing test verifies B16a',
    'No passing test verifies A6.1',
  ])
  expect(summary).toMatch(/^1 of 3 rules .* passed, 0 only by fault tests/)
})

const fault = { file: path.join(ROOT, 'faults/kill.test.ts'), passed: false, isFault: true }

test('A rule that only a fault test verifies is an error and is counted', () => {
  const { errors, summary } = buildCoverage('- **S21** Killed.', [{ ...fault, name: 'S21 Kill' }])
  expect(errors).toEqual(['No passing test verifies S21'])
  expect(summary).toMatch(/^0 of 1 rules .* passed, 1 only by fault tests/)
})

test('The page lists a fault test as not run, after the tests that ran', () => {
  const ran = { file: path.join(ROOT, 'src/server/a.test.ts'), name: 'S21 Stop', passed: true }
  const { page, errors } = buildCoverage('- **S21** Killed.', [{ ...fault, name: 'S21 Kill' }, ran])
  expect(errors).toEqual([])
  expect(page).toContain(
    '| S21 | Stop (src/server/a.test.ts)<br>Kill (faults/kill.test.ts, not run by npm test) |',
  )
})

test('One test can verify several rules; the page names its path', () => {
  const { errors, page } = buildTestCoverage('loads A2.loads.1 B16a A6.1 All of it')
  expect(errors).toEqual([])
  expect(page).toContain('| B16a | loads All of it (e2e/loads.test.ts) |')
})
