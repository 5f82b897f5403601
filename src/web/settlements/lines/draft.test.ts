import { describe, expect, it, test } from 'vitest'
import { noExpenses } from '#core/settlements/settlement.ts'
import {
  toDraft,
  draftSchema,
  readDraft,
  normalizeDraft,
  pickEdited,
  isUnused,
  listInvalid,
} from './draft.ts'

const blank = toDraft(noExpenses(), null)

describe('the draft of a settlement', () => {
  it.each([
    ['$1,234.5', '1234.50'],
    ['-20', '-20.00'],
    ['', '0.00'],
    ['abc', '0.00'],
    ['1e3', '0.00'],
  ])('counts %j as %s', (typed, counted) => {
    expect(readDraft({ ...blank, fuel: typed }).fuel).toBe(counted)
  })

  it('counts a missing category as 0.00', () => {
    expect(readDraft({})).toEqual(noExpenses())
  })

  it('lists the categories that are not an amount', () => {
    expect(listInvalid({ ...blank, fuel: 'abc', tires: '', tolls: ' $5 ' })).toEqual(['fuel'])
  })

  it('normalizes amounts and trims notes, and keeps an invalid amount as typed', () => {
    const typed = { ...blank, fuel: '5', tires: '$1,200.5', tolls: 'abc', notes: ' late ' }
    const normal = { fuel: '5.00', tires: '1200.50', tolls: 'abc', notes: 'late' }
    expect(normalizeDraft(typed)).toEqual({ ...blank, ...normal })
  })

  it('sends typed money as amounts and blank notes as null', () => {
    const sent = draftSchema.parse({ ...blank, fuel: '$1,200.5', tires: '', notes: '  ' })
    expect(sent).toEqual({ ...noExpenses(), fuel: '1200.50', otherReason: null, notes: null })
  })

  it.each(['abc', '1e3', '10.005', '100,000,000.00'])('does not send %j', (typed) => {
    expect(draftSchema.safeParse({ ...blank, insurance: typed }).success).toBe(false)
  })

  it('sends only the amounts that differ from the start', () => {
    const start = toDraft({ ...noExpenses(), fuel: '150.00', other: '20.00' }, null)
    const values = draftSchema.parse({ ...start, other: '', tires: '5', fuel: '$150' })
    expect(pickEdited(values, start)).toEqual({
      other: '0.00',
      otherReason: null,
      tires: '5.00',
      notes: null,
    })
  })
})

test.each([
  ['0.00', 0, true],
  ['0', 0, true],
  ['', 0, true],
  ['-0', 0, true],
  ['0.01', 0, false],
  ['-5', 0, false],
  ['abc', 0, false],
  ['0.00', 1, false],
])('C57 A category with the amount "%s" and %i lines is unused: %s', (typed, lines, unused) =>
  expect(isUnused(typed, Array.from({ length: lines }))).toBe(unused),
)
