import { CURRENT_FORMAT } from './format.ts'
import type { Logo, Statement } from './statement.ts'

const BLANK_LINE = { label: '', amount: '' }

/** A blank statement with a logo. Printing it before the logo is saved shows whether the logo can be printed. */
export function buildLogoTest(logo: Logo): Statement {
  const block = { heading: 'Test', lines: [] }
  return {
    language: 'en',
    format: CURRENT_FORMAT,
    logo,
    title: 'Test',
    mark: 'VOID',
    name: 'Test',
    footer: 'Test',
    carrier: block,
    facts: [],
    payee: block,
    truck: block,
    loads: [],
    loadColumns: [],
    revenue: { lines: [], total: BLANK_LINE },
    deductions: { groups: [], total: BLANK_LINE },
    summary: [],
    net: BLANK_LINE,
    sections: {
      extraPay: null,
      grossPay: BLANK_LINE,
      reimbursements: null,
      cards: null,
      adjustments: null,
      applied: [],
      payments: [],
      open: null,
    },
    balances: [],
    yearToDate: { title: '', note: '', lines: [] },
    notes: null,
    settlementDate: '2026-01-01',
  }
}
