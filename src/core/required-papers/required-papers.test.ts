import { expect, test } from 'vitest'
import {
  changedRequiredPapersSchema,
  describePaperRule,
  fillRules,
  listPapers,
  type Stage,
} from './required-papers.ts'

test('C129 Without rules only a bill of lading is needed, and only to settle', () => {
  const needed = (stage: Stage) =>
    Object.entries(fillRules({}, stage)).filter(([, rule]) => rule !== 'never')
  expect(needed('toSettle')).toEqual([['bol', 'always']])
  expect(needed('toBill')).toEqual([])
  expect(fillRules({ bol: 'never', pod: 'always' }, 'toSettle')).toMatchObject({
    bol: 'never',
    pod: 'always',
    receipt: 'never',
  })
})

test.each([
  ['always', 'Always'],
  ['never', 'Never'],
  ['lumper', 'If Lumper'],
  ['stop-off', 'If Stop-Off'],
] as const)('C129 The rule "%s" is shown as "%s"', (rule, shown) =>
  expect(describePaperRule(rule)).toBe(shown),
)

test('C130 What is missing is shown by the labels of the papers', () => {
  expect(listPapers('bol,lumper-receipt')).toEqual(['BOL', 'Lumper Receipt'])
  expect(listPapers(null)).toEqual([])
})

test.each([
  [{ bol: 'sometimes' }],
  [{ other: 'always' }],
  [{ 'rate-con': 'always' }],
  [['bol']],
  ['bol'],
])('C129 %j is not a set of rules', (toSettle) => {
  expect(changedRequiredPapersSchema.safeParse({ firstDay: '2026-11-22', toSettle }).success).toBe(
    false,
  )
})
