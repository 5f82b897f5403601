/** The tabs of the Invoices screen, as its address names them (SPEC C165). */
import type { Ready } from '#core/invoices/responses.ts'

export const BILLING_TABS = [
  { value: 'not-ready', title: 'Not Ready' },
  { value: 'ready', title: 'Ready' },
  { value: 'sent', title: 'Open' },
  { value: 'attention', title: 'Overdue & Disputed' },
  { value: 'all', title: 'All' },
] as const

export type BillingTab = (typeof BILLING_TABS)[number]['value']

/** If the address has no tab: all invoices if it filters the list, else the loads to bill. */
export function readTab(params: URLSearchParams): BillingTab {
  const named = BILLING_TABS.find(({ value }) => value === params.get('tab'))
  if (named) return named.value
  return params.size > 0 ? 'all' : 'ready'
}

/** Open and Overdue & Disputed filter the list of all invoices. Without the filter, the list shows All. */
export function tabAddress(tab: BillingTab): string {
  if (tab === 'all') return '/invoices?all'
  return tab === 'sent' || tab === 'attention' ? `/invoices?all&tab=${tab}` : `/invoices?tab=${tab}`
}

/** The count and total of a tab; undefined for All. */
export function countTab(tab: BillingTab, tabs: Ready['tabs']) {
  if (tab === 'all') return undefined
  return tab === 'not-ready' ? tabs.notReady : tabs[tab]
}
