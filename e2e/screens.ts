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
  '/invoices?all&tab=sent',
  '/invoices?all&tab=attention',
  '/invoices?all',
  '/receivables',
  '/receivables/reminders',
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

/** The pages of records: the path of a list in the API, and the address of a record's page. */
const RECORD_PAGES: [list: string, address: (id: number) => string][] = [
  ...everyEntity.map(({ name }): [string, (id: number) => string] => [
    name,
    (id) => `/${name}/${id}`,
  ]),
  ['statements?status=paid,approved,pending', (id) => `/settlements/statements/${id}`],
  ['invoices?status=overdue', (id) => `/invoices/${id}`],
  ['invoices?status=paid', (id) => `/invoices/${id}`],
  ['invoices?status=draft', (id) => `/invoices/${id}`],
  ['receipts?state=posted', (id) => `/receipts/${id}`],
  ['receipts?state=unapplied', (id) => `/receipts/${id}/apply`],
  ['brokers', (id) => `/receivables/${id}`],
]

/** The pages of the first record of each kind that the account has. */
export async function listRecordPages(page: Page): Promise<string[]> {
  const pages = []
  for (const [list, address] of RECORD_PAGES) {
    const query = list.includes('?') ? '&limit=1' : '?limit=1'
    const [record] = await read<{ id: number }[]>(page, `${list}${query}`)
    if (record) pages.push(address(record.id))
  }
  const [factor] = (await read<{ factors: { id: number }[] }>(page, 'factors')).factors
  if (!factor) return pages
  const path = `factors/${factor.id}/schedules`
  const { schedules } = await read<{ schedules: { id: number }[] }>(page, path)
  return [
    ...pages,
    `/factoring/${factor.id}`,
    ...schedules.slice(0, 1).map(({ id }) => `/factoring/schedules/${id}`),
  ]
}

/** `path`: the path after `/api/`. */
async function read<Body>(page: Page, path: string): Promise<Body> {
  return (await (await page.request.get(`/api/${path}`)).json()) as Body
}

/** Opens a screen as a link does: the program is loaded once, and what was added to the page stays. */
export async function followTo(page: Page, path: string): Promise<void> {
  const notFound = page.getByRole('heading', { level: 1, name: /not found/i })
  await changeAddress(page, '/nothing')
  await notFound.waitFor()
  if (path === '/nothing') return
  await changeAddress(page, path)
  await notFound.waitFor({ state: 'detached' })
  await page.getByRole('heading').first().waitFor()
}

async function changeAddress(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, address)
}
