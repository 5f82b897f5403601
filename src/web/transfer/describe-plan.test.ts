import { expect, test } from 'vitest'
import { getEntity } from '#core/entities/entities.ts'
import type { ImportCheck, RowCounts } from '#core/transfer/import.ts'
import {
  describeAction,
  describeCharges,
  describeImported,
  describeLeftOut,
  describeReady,
  describeRefused,
  describeRowsLeftOut,
  describeUnusual,
  listDecisions,
  needsDecision,
} from './describe-plan.ts'

const LOADS = getEntity('loads')
const NONE: RowCounts = { new: 0, changed: 0, same: 0, skipped: 0 }

function check(values: Partial<ImportCheck>): ImportCheck {
  return {
    titles: ['Load #'],
    columns: ['loadId'],
    rows: 2,
    preview: [],
    errors: [],
    errorCount: 0,
    causes: [],
    counts: { ...NONE, new: 2 },
    missing: [],
    sameNames: [],
    words: [],
    leftOut: [],
    leftOutCount: 0,
    days: { order: 'mdy', example: null },
    decimalCommas: 0,
    unpayable: 0,
    refused: [],
    ...values,
  }
}

test.each([
  [{ new: 300 }, '300 loads are ready to import.'],
  [{ new: 1, skipped: 2 }, '1 load is ready to import. 2 already in Haulbook are skipped.'],
  [{ changed: 1, same: 4 }, '1 load is ready to update. 4 already have these values.'],
  [{ skipped: 1 }, 'Nothing to import. 1 already in Haulbook is skipped.'],
])('C59 The counts %j are described as %j', (counts, text) => {
  expect(describeReady(LOADS, { ...NONE, ...counts })).toBe(text)
})

test.each([
  [{ new: 2 }, 0, 'Import 2 loads'],
  [{ changed: 3 }, 0, 'Update 3 loads'],
  [{ new: 2, changed: 3 }, 1, 'Import 2, Update 3 and Continue'],
  [{ skipped: 3 }, 1, 'Continue'],
])('C59 C60 With the counts %j and %d more files, the button says %j', (counts, waiting, label) => {
  expect(describeAction(LOADS, check({ counts: { ...NONE, ...counts } }), waiting)).toBe(label)
})

test('C434 C436 Rows that are left out and unusual days are named with their rows', () => {
  expect(describeRowsLeftOut(check({}))).toBeNull()
  expect(
    describeRowsLeftOut(check({ leftOut: [{ line: 53, text: 'Total' }], leftOutCount: 9 })),
  ).toBe('Not imported, because they are no records: row 53 “Total” and 8 more.')
  expect(
    describeRowsLeftOut(check({ leftOut: [{ line: 53, text: 'Total 5.00' }], leftOutCount: 1 })),
  ).toBe('Not imported, because it is no record: row 53 “Total 5.00”.')
  const unusualDays = { reversed: 1, far: 2, lines: [4, 9, 10] }
  expect(describeUnusual(check({ unusualDays }))).toBe(
    '1 load delivered before the pickup. 2 loads with a day years away. Check the dates of rows 4, 9, 10.',
  )
  expect(needsDecision(check({ unusualDays }))).toBe(true)
})

test('C550 Pickups far ahead are named with their rows', () => {
  const unusualDays = { reversed: 0, far: 0, ahead: 2, lines: [4, 9] }
  expect(describeUnusual(check({ unusualDays }))).toBe(
    '2 loads picked up more than 60 days from now. Check the dates of rows 4, 9.',
  )
  expect(needsDecision(check({ unusualDays }))).toBe(true)
  expect(needsDecision(check({ days: { order: 'mdy', example: '3/11/2026' } }))).toBe(true)
})

test('C59 The toast says everything that an import did', () => {
  expect(describeImported(LOADS, { imported: 2 })).toEqual(['2 loads imported'])
  expect(
    describeImported(LOADS, { imported: 2, changed: 1, skipped: 3, created: { brokers: 60 } }),
  ).toEqual(['2 loads imported', '1 updated, 3 skipped, 60 brokers created'])
  expect(describeImported(LOADS, { imported: 0, changed: 1 })).toEqual(['1 load updated'])
})

test('C58 Columns that are left out are listed, including one without a title', () => {
  const result = check({ titles: ['Load #', 'Trailer', ''], columns: ['loadId', null, null] })
  expect(describeLeftOut(result)).toBe('2 columns will not be imported: Trailer, Column 3.')
  expect(describeLeftOut(check({}))).toBeNull()
})

test('C73 Columns that the role can’t import are listed separately', () => {
  const result = check({
    titles: ['Load #', 'Linehaul', 'Trailer'],
    columns: ['loadId', null, null],
    refused: ['Linehaul'],
  })
  expect(describeRefused(result)).toBe(
    "Linehaul can't be imported in your role and will be left out.",
  )
  expect(describeLeftOut(result)).toBe('1 column will not be imported: Trailer.')
  expect(describeRefused(check({}))).toBeNull()
})

const NO_CHARGES = { replaced: 0, revenues: 0, withoutOwner: 0 }

test('C60 An import of several files stops at a file that needs a decision', () => {
  expect(needsDecision(check({}))).toBe(false)
  expect(needsDecision(check({ unpayable: 1 }))).toBe(true)
  expect(needsDecision(check({ charges: { ...NO_CHARGES } }))).toBe(false)
  expect(needsDecision(check({ charges: { ...NO_CHARGES, revenues: 1 } }))).toBe(true)
  expect(needsDecision(check({ refused: ['Revenue'] }))).toBe(true)
  expect(needsDecision(check({ columns: [null] }))).toBe(true)
  expect(needsDecision(check({ counts: { ...NONE, skipped: 1 } }))).toBe(true)
})

test('C516 A decision is made once for tables with the same titles, a total of the same words too', () => {
  const first = { leftOut: [{ line: 9, text: 'Week total 1,200.50' }], unpayable: 1 }
  const decided = new Set(listDecisions(check(first)))
  const next = (text: string) => check({ ...first, leftOut: [{ line: 7, text }] })
  expect(needsDecision(next('Week total 900'), decided)).toBe(false)
  expect(needsDecision(next('L-7 lost'), decided)).toBe(true)
  expect(needsDecision(check({ ...first, errorCount: 1 }), decided)).toBe(true)
  const missing = [{ entity: 'brokers' as const, count: 1, names: ['Bolt'], suggested: [] }]
  expect(needsDecision(check({ missing }), decided)).toBe(true)
})

test('C149 What a file of charges replaces and changes is shown before the import', () => {
  expect(describeCharges(NO_CHARGES)).toBeNull()
  expect(describeCharges({ ...NO_CHARGES, replaced: 1, revenues: 2 })).toBe(
    'The charges of 1 load will be replaced. The revenue of 2 loads will change: it comes from the charges.',
  )
})

test('C156 Lumpers that will pay the owner nothing are shown before the import', () => {
  expect(describeCharges({ ...NO_CHARGES, withoutOwner: 2 })).toBe(
    '2 lumpers will pay the owner nothing: the file does not say what they pay.',
  )
  expect(needsDecision(check({ charges: { ...NO_CHARGES, withoutOwner: 1 } }))).toBe(true)
})
