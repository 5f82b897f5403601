import { expect, test } from 'vitest'
import { BILLING_TABS, readTab, tabAddress } from './tabs.ts'

test('C173 Each tab’s address opens the tab', () => {
  for (const { value } of BILLING_TABS) {
    const { searchParams } = new URL(tabAddress(value), 'http://localhost')
    expect(readTab(searchParams)).toBe(value)
  }
})

test.each([
  ['', 'ready'],
  ['tab=sent', 'sent'],
  ['status=overdue', 'all'],
  ['tab=nothing', 'all'],
  ['all', 'all'],
])('C173 The address "?%s" opens %s', (query, tab) => {
  expect(readTab(new URLSearchParams(query))).toBe(tab)
})
