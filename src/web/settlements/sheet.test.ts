import { describe, expect, it } from 'vitest'
import { newCompanySchema, type Company } from '#core/company.ts'
import type { Settlement } from '#core/settlement.ts'
import { hasDrifted, newSheet, revenueOf, savedSheet } from './sheet.ts'

const place = { truckId: 7, settlementDate: '2026-11-20' }
const yearToDate = { revenue: '0.00', expenses: '0.00', net: '0.00', loads: 0 }
const stored = { userId: '', version: 1, createdAt: '', updatedAt: '' }
const defaults = { ...newCompanySchema.parse({ companyName: 'Delgado Trucking' }), ...stored }
const company: Company = {
  ...defaults,
  id: 1,
  customDeductions: [
    { name: 'Truck wash', type: 'fixed', value: '50.00' },
    { name: 'Dispatch fee', type: 'percentage', value: '2.50' },
  ],
}

describe('a new settlement', () => {
  it('starts from the default deductions and says where each amount comes from', () => {
    const { start, defaults } = newSheet(place, company, '3000.10')
    expect([start.fuel, start.insurance, start.other, start.tires]).toEqual([
      '450.02',
      '350.00',
      '125.00',
      '0.00',
    ])
    expect(defaults).toEqual({
      fuel: 'From your default deductions: 15% of $3,000.10',
      insurance: 'From your default deductions: fixed amount',
      other:
        'From your default deductions: Truck wash (fixed $50.00), Dispatch fee (2.5% of $3,000.10)',
    })
  })

  it('starts from zeros where no settings were saved', () => {
    const { start, defaults: notes } = newSheet(place, { ...defaults, id: null }, '3000.10')
    expect([start.fuel, start.insurance, start.other]).toEqual(['0.00', '0.00', '0.00'])
    expect(notes).toEqual({})
  })

  it('takes the revenue of the loads, and never drifts from them', () => {
    const sheet = newSheet(place, company, '3000.10')
    const preview = { yearToDate, totalRevenue: '3000.10' }
    expect(revenueOf(sheet, preview)).toBe('3000.10')
    expect(hasDrifted(sheet, { yearToDate, totalRevenue: '1.00' })).toBe(false)
  })
})

describe('a saved settlement', () => {
  const sheet = savedSheet({ ...place, totalRevenue: '2400.00', notes: null } as Settlement)

  it('keeps its revenue when the loads change, and says that they did', () => {
    const preview = { yearToDate, totalRevenue: '2150.00' }
    expect(revenueOf(sheet, preview)).toBe('2400.00')
    expect(hasDrifted(sheet, preview)).toBe(true)
    expect(hasDrifted(sheet, { ...preview, totalRevenue: '2400.00' })).toBe(false)
  })
})
