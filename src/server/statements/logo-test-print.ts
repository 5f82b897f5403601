/** A statement of nothing, to see whether a logo can be printed before any statement needs it. */
import type { Logo } from './parts.ts'
import type { Statement } from './text.ts'

const NOTHING = { label: '', amount: '' }

export function logoTestStatement(logo: Logo): Statement {
  const block = { heading: 'Trial', lines: [] }
  return {
    logo,
    title: 'Trial',
    mark: 'VOID',
    name: 'Trial',
    footer: 'Trial',
    carrier: block,
    facts: [],
    payee: block,
    truck: block,
    loads: [],
    totalMiles: '',
    revenue: { lines: [], total: NOTHING },
    deductions: { groups: [], total: NOTHING },
    summary: [],
    net: NOTHING,
    balances: [],
    yearToDate: { title: '', lines: [] },
    notes: null,
    settlementDate: '2026-01-01',
  }
}
