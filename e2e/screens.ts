import type { Page } from 'playwright-core'
import { everyEntity } from '#core/entities/entities.ts'
import { GUIDE_PAGES } from '#core/guide/guide-pages.ts'

/** The path of every screen that needs no record. */
export const SCREENS = [
  '/',
  ...everyEntity.map(({ name }) => `/${name}`),
  '/books',
  '/broker-checks',
  '/documents',
  '/settlements',
  '/settlements/history',
  '/settlements/run',
  '/settlements/statements',
  '/settlements/year',
  '/settlements/balances',
  '/payments',
  '/factoring',
  '/invoices',
  '/invoices?tab=not-ready',
  '/invoices?all',
  '/receipts',
  '/receipts/new',
  '/mail',
  '/settings',
  '/audit',
  '/trash',
  '/help',
  '/help/friday',
]

/** The other pages of the user guide. */
export const GUIDE = GUIDE_PAGES.map(({ name }) => `/help/${name}`)

/** The pages of the first record of each entity, and of the first statement. */
export async function listRecordPages(page: Page): Promise<string[]> {
  const pages = []
  for (const [path, list] of [
    ...everyEntity.map(({ name }) => [`/${name}`, name]),
    ['/settlements/statements', 'statements?status=paid,approved,pending'],
  ] as const) {
    const query = list.includes('?') ? '&limit=1' : '?limit=1'
    const response = await page.request.get(`/api/${list}${query}`)
    const [record] = (await response.json()) as { id: number }[]
    if (record) pages.push(`${path}/${record.id}`)
  }
  return pages
}
