import { expect, test } from 'vitest'
import {
  formatRecoveryCode,
  formatSecret,
  parseCode,
  secondStepSchema,
  twoStepOnSchema,
} from './two-step.ts'

test.each([
  ['123456', { kind: 'app', code: '123456' }],
  [' 123 456 ', { kind: 'app', code: '123456' }],
  ['１２３４５６', { kind: 'app', code: '123456' }],
  ['abcde-fgh23', { kind: 'recovery', code: 'abcdefgh23' }],
  ['ABCDE FGH23', { kind: 'recovery', code: 'abcdefgh23' }],
  ['ObcIe-fghL3', { kind: 'recovery', code: '0bc1efgh13' }],
  ['12345', undefined],
  ['1234567', undefined],
  ['abcde-fgh2', undefined],
  ['abcde-fgh2u', undefined],
  ['', undefined],
])('C76 The typed code "%s" is read as %o', (typed, expected) => {
  expect(parseCode(typed)).toEqual(expected)
})

test('C76 A recovery code is shown in two halves, a secret in groups of four', () => {
  expect(formatRecoveryCode('abcdefgh23')).toBe('abcde-fgh23')
  expect(formatSecret('JBSWY3DPEHPK3PXP')).toBe('JBSW Y3DP EHPK 3PXP')
})

test('C76 Setup accepts only a code from the app; a login also accepts a recovery code', () => {
  const password = 'correct horse battery'
  expect(twoStepOnSchema.safeParse({ code: 'abcde-fgh23', password }).success).toBe(false)
  expect(twoStepOnSchema.safeParse({ code: '123 456', password }).success).toBe(true)
  expect(secondStepSchema.safeParse({ code: 'abcde-fgh23' }).success).toBe(true)
  expect(secondStepSchema.safeParse({ code: '12\u200B3456' }).success).toBe(false)
})
