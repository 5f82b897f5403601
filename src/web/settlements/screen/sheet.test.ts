import { describe, expect, it } from 'vitest'
import type { Settlement } from '#core/settlements/settlement.ts'
import type { ProposedLine } from '#core/settlements/rules.ts'
import { hasDrifted, newSettlement, readRevenue, savedSettlement } from './sheet.ts'

const place = { truckId: 7, settlementDate: '2026-11-20' }
const yearToDate = { revenue: '0.00', expenses: '0.00', net: '0.00', loads: 0 }
const proposed: ProposedLine[] = [
  {
    category: 'fuel',
    description: 'Fuel',
    amount: '450.02',
    formula: '15% × $3,000.10',
  },
  {
    category: 'other',
    description: 'Wash',
    amount: '50.00',
    formula: 'flat $50.00',
  },
  {
    category: 'other',
    description: 'Fee',
    amount: '75.00',
    formula: '2.5% × $3,000.10',
  },
]

describe('a new settlement', () => {
  it('starts from what the rules would take, and says where each amount comes from', () => {
    const { start, defaults, ...sheet } = newSettlement(place, proposed)
    expect(sheet).toEqual({ ...place, billing: null, proposed: true })
    expect([start.fuel, start.other, start.tires]).toEqual(['450.02', '125.00', '0.00'])
    expect(defaults).toEqual({
      fuel: 'Starts with Fuel (15% × $3,000.10)',
      other: 'Starts with Wash (flat $50.00), Fee (2.5% × $3,000.10)',
    })
  })

  it('starts from zeros where there are no rules', () => {
    const { start, defaults: notes } = newSettlement(place, [])
    expect([start.fuel, start.insurance, start.other]).toEqual(['0.00', '0.00', '0.00'])
    expect(notes).toEqual({})
  })

  it('takes the revenue of the loads, and never drifts from them', () => {
    const sheet = newSettlement(place, proposed)
    const preview = { yearToDate, totalRevenue: '3000.10' }
    expect(readRevenue(sheet, preview)).toBe('3000.10')
    expect(hasDrifted(sheet, { yearToDate, totalRevenue: '1.00' })).toBe(false)
  })
})

describe('a saved settlement', () => {
  const sheet = savedSettlement({ ...place, totalRevenue: '2400.00', notes: null } as Settlement)

  it('keeps its revenue when the loads change, and says that they did', () => {
    const preview = { yearToDate, totalRevenue: '2150.00' }
    expect(readRevenue(sheet, preview)).toBe('2400.00')
    expect(hasDrifted(sheet, preview)).toBe(true)
    expect(hasDrifted(sheet, { ...preview, totalRevenue: '2400.00' })).toBe(false)
  })
})
