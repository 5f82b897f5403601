import { expect, test } from 'vitest'
import {
  describeAnswer,
  explainAnswer,
  isBondMissing,
  judgeRows,
  type FileAnswer,
} from './answers.ts'
import type { FileKind, FileRow } from './file-kinds.ts'
import { listNews } from './news.ts'

const broker = (status: string) => ({ OP_AUTH_TYPE: 'PROPERTY BROKER', OP_AUTH_STATUS: status })
const CARRIER = { OP_AUTH_TYPE: 'MOTOR CARRIER', OP_AUTH_STATUS: 'ACTIVE' }
const bond = (form: string, day: string) => ({ INS_FORM_CODE: form, EFFECTIVE_DATE: day })
const DAY = '2026-11-20'

test.each<[FileKind, FileRow[], string]>([
  ['authority', [], 'absent'],
  ['authority', [CARRIER, broker('ACTIVE')], 'active'],
  ['authority', [broker('INACTIVE')], 'not-active'],
  ['authority', [broker('NOT ACTIVE')], 'not-active'],
  ['authority', [{ OP_AUTH_TYPE: 'BROKER' }], 'not-active'],
  ['authority', [CARRIER], 'not-active'],
  ['insurance', [bond('84', '20260101')], 'active'],
  ['insurance', [bond('BMC-85', '11/20/2026')], 'active'],
  ['insurance', [bond('84', '20261121')], 'not-active'],
  ['insurance', [bond('84', '')], 'not-active'],
  ['insurance', [bond('91X', '20260101')], 'not-active'],
  ['census', [{ STATUS_CODE: 'A', DOCKET1_STATUS_CODE: 'I' }], 'active'],
  ['census', [{ STATUS_CODE: 'I' }], 'not-active'],
])('C230 Rows of %s, %j, say %s', (kind, rows, answer) => {
  expect(judgeRows(kind, rows, DAY)).toBe(answer)
})

test('C230 An answer names the day of its file', () => {
  const says = { kind: 'authority', day: DAY, bondMissing: false } as const
  expect(describeAnswer({ ...says, answer: 'active' })).toBe(
    'Broker authority active, file of 11/20/2026',
  )
  expect(describeAnswer({ ...says, answer: 'absent' })).toBe(
    'Broker authority: not in the file of 11/20/2026',
  )
  const explain = (answer: FileAnswer['answer'], rows: FileRow[]) =>
    explainAnswer({ ...says, answer, rows })
  expect(explain('absent', [])).toContain('may still have authority')
  expect(explain('not-active', [CARRIER])).toContain('no broker authority')
  expect(explain('active', [{ ...broker('ACTIVE'), BOND_FILE: 'Y' }])).toBe(
    'PROPERTY BROKER: ACTIVE, bond on file: Y',
  )
})

test.each([
  [{ BOND_REQ: 'Y', BOND_FILE: 'N' }, true],
  [{ BOND_REQ: 'Yes', BOND_FILE: 'No' }, true],
  [{ BOND_FILE: 'N' }, true],
  [{ BOND_REQ: 'Y', BOND_FILE: 'Y' }, false],
  [{ BOND_REQ: 'N', BOND_FILE: 'N' }, false],
  [{}, false],
])('C339 An active authority with %j: bond missing %s', (bonds, missing) => {
  const of = (row: FileRow) => isBondMissing({ kind: 'authority', rows: [{ ...row, ...bonds }] })
  expect([of(broker('ACTIVE')), of(broker('INACTIVE')), of(CARRIER)]).toEqual([
    missing,
    false,
    false,
  ])
  expect(
    describeAnswer({ kind: 'authority', day: DAY, answer: 'active', bondMissing: missing }),
  ).toBe(`Broker authority active,${missing ? ' but no bond on file,' : ''} file of 11/20/2026`)
})

function answer(day: string, rows: FileRow[]): FileAnswer {
  return { kind: 'authority', day, answer: judgeRows('authority', rows, day), rows }
}

test('C231 A changed, new or vanished row is news', () => {
  const rows = [broker('ACTIVE'), CARRIER]
  const before = answer('2026-11-13', rows)
  const news = (now: FileRow[], then: FileAnswer | null = before) =>
    listNews(then, answer(DAY, now))
  expect(news(rows.toReversed())).toEqual([])
  expect(news(rows, null)).toEqual([])
  expect(news([broker('INACTIVE'), CARRIER])).toEqual([
    'Broker authority not active, file of 11/20/2026; before: Broker authority active, file of 11/13/2026',
    'Broker authority file: Status ACTIVE → INACTIVE (files of 11/13/2026 and 11/20/2026)',
  ])
  expect(news([])).toEqual([
    'Broker authority file: in the file of 11/13/2026, no longer in the file of 11/20/2026',
  ])
  expect(news(rows, answer('2026-11-13', []))).toEqual([
    'Broker authority file: new in the file of 11/20/2026',
  ])
  expect(news([broker('ACTIVE')])).toEqual([
    'Broker authority file: a row is gone: MOTOR CARRIER, ACTIVE (files of 11/13/2026 and 11/20/2026)',
  ])
})
