import { expect, test } from 'vitest'
import type { RunRow } from '#core/settlements/run/run.ts'
import { makeBilling, makeRow } from './sample-rows.ts'
import { describeDone } from './week-state.ts'

const NO_LOADS = 'No loads have a settlement date this week. Set it on the load’s Financial tab.'
const unsaved = makeRow(1)
const draft = makeRow(2, { billing: makeBilling('pending') })
const approved = makeRow(3, { billing: makeBilling('approved') })
const paid = makeRow(4, { billing: makeBilling('paid') })
const idle = makeRow(5, { loads: 0 })
const held = makeRow(6, { billing: { ...makeBilling('pending'), holdReason: 'Claim' } })

test.each<[string, RunRow[], string | null]>([
  ['no truck', [], NO_LOADS],
  ['trucks without loads', [idle], NO_LOADS],
  ['an unsaved settlement', [paid, unsaved], null],
  ['a draft', [paid, draft], null],
  ['an approved statement', [paid, approved], null],
  ['an approved statement and a held draft', [held, approved], null],
  ['paid statements', [paid, idle], 'All settlements of this week are paid.'],
  ['a held draft', [paid, held], 'All other settlements of this week are paid. 1 on hold.'],
  ['only a held draft', [held, idle], 'The only settlement of this week is on hold.'],
  ['only held drafts', [held, held], 'All 2 settlements of this week are on hold.'],
])('C50 The text for a week with %s says why no work is left, if so', (_week, rows, text) => {
  expect(describeDone(rows)).toBe(text)
})
