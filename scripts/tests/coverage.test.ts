import { expect, test } from 'vitest'
import { coverage } from './coverage.ts'

const SPECIFICATION = '- **A2.loads.1** Three tabs.\n- **B16a** States.\n- **A6.1** Roles.'

function shown(...names: string[]) {
  const tests = names.map((name) => ({ file: 'loads.test.ts', name, passed: !/fails/.test(name) }))
  return coverage(SPECIFICATION, tests)
}

test('a statement without a passing test is told of, and so is a name that is no statement', () => {
  const { wrong } = shown('A2.loads.1 three tabs', 'B16a fails', 'B99 of nothing')
  expect(wrong).toEqual([
    '"B99 of nothing" names B99, which is no statement',
    'No passing test shows B16a',
    'No passing test shows A6.1',
  ])
})

test('what is shown apart from the rest says by which command', () => {
  const tests = [
    { file: 'loads.test.ts', name: 'S21 killed', passed: true },
    {
      file: 'kill.test.ts',
      name: 'S21 killed 50 times',
      passed: true,
      apart: 'npm run test:faults',
    },
  ]
  const { page, wrong } = coverage('- **S21** Killed.', tests)
  expect(wrong).toEqual([])
  expect(page).toContain(
    '| S21 | killed 50 times (kill.test.ts, by `npm run test:faults`)<br>killed (loads.test.ts) |',
  )
})

test('one test may show several statements', () => {
  const { wrong, page } = shown('loads A2.loads.1 B16a A6.1 all of it')
  expect(wrong).toEqual([])
  expect(page).toContain('| B16a | loads all of it (loads.test.ts) |')
})
