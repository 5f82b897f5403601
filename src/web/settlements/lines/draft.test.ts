import { describe, expect, it } from 'vitest'
import { noExpenses } from '#core/settlements/settlement.ts'
import { toDraft, draftSchema, readDraft, keepTyped, listUnreadable } from './draft.ts'

const blank = toDraft(noExpenses(), null)

describe('the form of a settlement', () => {
  it.each([
    ['$1,234.5', '1234.50'],
    ['-20', '-20.00'],
    ['', '0.00'],
    ['abc', '0.00'],
    ['1e3', '0.00'],
  ])('counts a typed %j as %s', (typed, counted) => {
    expect(readDraft({ ...blank, fuel: typed }).fuel).toBe(counted)
  })

  it('names what it counts as 0 because it cannot be read, and nothing else', () => {
    expect(listUnreadable({ ...blank, fuel: 'abc', tires: '', tolls: ' $5 ' })).toEqual(['fuel'])
  })

  it('sends money as amounts and blank notes as none', () => {
    const sent = draftSchema.parse({ ...blank, fuel: '$1,200.5', tires: '', notes: '  ' })
    expect(sent).toEqual({ ...noExpenses(), fuel: '1200.50', notes: null })
  })

  it.each(['abc', '1e3', '10.005', '100,000,000.00'])('does not send %j', (typed) => {
    expect(draftSchema.safeParse({ ...blank, insurance: typed }).success).toBe(false)
  })

  it('sends of what it started with only what was typed over', () => {
    const start = toDraft({ ...noExpenses(), fuel: '150.00', other: '20.00' }, null)
    const values = draftSchema.parse({ ...start, other: '', tires: '5', fuel: '$150' })
    expect(keepTyped(values, start)).toEqual({ other: '0.00', tires: '5.00', notes: null })
  })
})
