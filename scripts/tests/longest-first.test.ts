import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { LONGEST, sortLongestFirst } from './longest-first.ts'

const ROOT = path.join(import.meta.dirname, '../..')

test('The longest test files come first, the others keep their order', () => {
  const others = ['src/core/money.test.ts', 'e2e/audit.test.ts']
  const files = [...others, ...LONGEST.toReversed()].map((file) => path.join(ROOT, file))
  const sorted = sortLongestFirst(files, (file) => file)
  expect(sorted.map((file) => path.relative(ROOT, file))).toEqual([...LONGEST, ...others])
})

test.each(LONGEST)('The long test file %s exists', (file) => {
  expect(existsSync(path.join(ROOT, file))).toBe(true)
})
