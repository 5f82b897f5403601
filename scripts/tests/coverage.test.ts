import { expect, test } from 'vitest'
import { buildCoverage } from './coverage.ts'

const SPECIFICATION = '- **A2.loads.1** Three tabs.\n- **B16a** States.\n- **A6.1** Roles.'

function buildTestCoverage(...names: string[]) {
  const tests = names.map((name) => ({ file: 'a.test.ts', name, passed: !/fails/.test(name) }))
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
  expect(summary).toMatch(/^1 of 3 rules .* passed, 0 only by tests/)
})

test('An id belongs to one rule; other rules may name it', () => {
  const specification = '- **C1** One, as in C2.\n- **C2** Two.\n\n# Loads\n\n- **C2** Three.'
  const { errors } = buildCoverage(specification, [
    { file: 'a.test.ts', name: 'C1 C2 Both', passed: true },
  ])
  expect(errors).toEqual(['C2 is the id of two rules'])
})

test('A rule that only a listed test verifies is counted, and is no error', () => {
  const listed = { file: 'kill.test.ts', name: 'S21 Kill', passed: false, isListed: true }
  const { errors, summary } = buildCoverage('- **S21** Killed.', [listed])
  expect(errors).toEqual([])
  expect(summary).toMatch(/^0 of 1 rules .* passed, 1 only by tests .*\(S21\)/)
})

test('One test can verify several rules', () => {
  expect(buildTestCoverage('loads A2.loads.1 B16a A6.1 All of it').errors).toEqual([])
})
