import { expect, test } from 'vitest'
import { auditAddress } from './audit.ts'

test.each([
  ['loads', '/audit?subject=loads&subjectId.from=7&subjectId.to=7'],
  ['deduction-rules', '/audit?subject=deduction_rules&subjectId.from=7&subjectId.to=7'],
  ['billing/3/expenses', null],
  ['views', null],
  ['constructor', null],
])('the history of a record of %s is at %s', (path, address) =>
  expect(auditAddress(path, 7)).toBe(address),
)
