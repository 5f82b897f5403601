import { describe, expect, it } from 'vitest'
import type { Settlement } from '#core/settlements/settlement.ts'
import type { Line } from '#core/settlements/lines.ts'
import type { ProposedLine } from '#core/settlements/rules.ts'
import {
  findStaleReason,
  fromProposedLines,
  fromSaved,
  getRevenue,
  isFor,
  isFrozen,
} from './loaded-settlement.ts'

const key = { truckId: 7, settlementDate: '2026-11-20' }
const yearToDate = { revenue: '0.00', expenses: '0.00', extraPay: '0.00', net: '0.00', loads: 0 }

const proposed: ProposedLine[] = [
  {
    kind: 'rule',
    category: 'fuel',
    description: 'Fuel',
    amount: '450.02',
    formula: '15% × $3,000.10',
  },
  { kind: 'rule', category: 'other', description: 'Wash', amount: '50.00', formula: 'flat $50.00' },
  {
    kind: 'rule',
    category: 'other',
    description: 'Fee',
    amount: '75.00',
    formula: '2.5% × $3,000.10',
  },
]

function makeSaved(more: Partial<Settlement> = {}): Settlement {
  return { ...key, status: 'pending', totalRevenue: '2400.00', notes: null, ...more } as Settlement
}

describe('a new settlement', () => {
  it('starts with the proposed amounts and names their rules', () => {
    const { start, defaults, ...loaded } = fromProposedLines(key, proposed)
    expect(loaded).toEqual({ ...key, billing: null, proposedExtraPay: '0.00', proposed: true })
    expect([start.fuel, start.other, start.tires]).toEqual(['450.02', '125.00', '0.00'])
    expect(defaults).toEqual({
      fuel: 'Default: Fuel (15% × $3,000.10)',
      other: 'Default: Wash (flat $50.00), Fee (2.5% × $3,000.10)',
    })
  })

  it('starts with zeros if nothing is proposed', () => {
    const { start, defaults } = fromProposedLines(key, [])
    expect([start.fuel, start.insurance, start.other]).toEqual(['0.00', '0.00', '0.00'])
    expect(defaults).toEqual({})
  })

  it('has the revenue of its loads and is never stale', () => {
    const loaded = fromProposedLines(key, proposed)
    expect(getRevenue(loaded, { yearToDate, totalRevenue: '3000.10' })).toBe('3000.10')
    expect(findStaleReason(loaded, { yearToDate, totalRevenue: '1.00' }, [])).toBeNull()
  })
})

describe('a saved settlement', () => {
  const draft = fromSaved(makeSaved({ fuel: '100.00', notes: 'late' }))

  it('starts with its stored amounts and notes', () => {
    expect([draft.start.fuel, draft.start.notes]).toEqual(['100.00', 'late'])
    expect(draft).toMatchObject({ ...key, defaults: {} })
  })

  it('keeps its revenue when the loads change, and is stale', () => {
    const preview = { yearToDate, totalRevenue: '2150.00' }
    expect(getRevenue(draft, preview)).toBe('2400.00')
    expect(findStaleReason(draft, preview, [])).toBe('revenue')
    expect(findStaleReason(draft, { ...preview, totalRevenue: '2400.00' }, [])).toBeNull()
  })

  it('is stale if the loads no longer have the miles that a deduction counted', () => {
    const counted = { basis: 'per-mile', basisFigure: '500.00' } as const
    const line = { kind: 'rule', byHand: false, ...counted } as Line
    const loads = [{ miles: '480.00', emptyMiles: '0.00' }] as never[]
    const preview = { yearToDate, totalRevenue: '2400.00', loads }
    expect(findStaleReason(draft, preview, [line])).toBe('quantities')
    expect(findStaleReason(draft, preview, [{ ...line, basisFigure: '480.00' }])).toBeNull()
  })

  it('is never stale once it is approved', () => {
    const approved = fromSaved(makeSaved({ status: 'approved' }))
    expect(findStaleReason(approved, { yearToDate, totalRevenue: '1.00' }, [])).toBeNull()
  })
})

it.each([
  ['pending', false],
  ['approved', true],
  ['paid', true],
  ['void', true],
] as const)('a settlement that is %s: frozen is %s', (status, frozen) => {
  expect(isFrozen(fromSaved(makeSaved({ status })))).toBe(frozen)
})

it('A settlement that is not loaded is not frozen and has no truck and date', () => {
  expect(isFrozen(null)).toBe(false)
  expect(isFor(null, { truckId: null, settlementDate: null })).toBe(false)
})

it('A loaded settlement belongs to its truck and date only', () => {
  const loaded = fromSaved(makeSaved())
  expect(isFor(loaded, key)).toBe(true)
  expect(isFor(loaded, { ...key, truckId: 8 })).toBe(false)
  expect(isFor(loaded, { ...key, settlementDate: '2026-11-27' })).toBe(false)
})
