import type { Page } from 'playwright-core'
import { GUIDE_PAGES } from '#core/guide/guide-pages.ts'

/** The web is checked with its own types, so it is read as a program reads a file. */
const DECLARATION: string = '#web/screens.ts'
const { screens } = (await import(DECLARATION)) as { screens: readonly { path: string }[] }
const paths = screens.map(({ path }) => path.replace(/\/:\w+\?$/, ''))

/** The path of every screen that needs no record, and of more views of some. */
export const SCREENS = [
  ...paths.filter((path) => !path.includes(':')),
  '/invoices?tab=not-ready',
  '/invoices?all&tab=sent',
  '/invoices?all&tab=attention',
  '/invoices?all',
  '/help/friday',
]

/** The other pages of the user guide. */
export const GUIDE = GUIDE_PAGES.map(({ name }) => `/help/${name}`)

/** The lists in the API whose first records the page shows, if the path does not name it. */
const LISTS: Record<string, string[]> = {
  '/settlements/statements/:id': ['statements?status=paid,approved,pending'],
  '/invoices/:id': ['invoices?status=overdue', 'invoices?status=paid', 'invoices?status=draft'],
  '/receipts/:id': ['receipts?state=posted'],
  '/receipts/:id/apply': ['receipts?state=unapplied'],
  '/receivables/:id': ['brokers'],
}

/** "/loads/:id" shows a record of `/api/loads`. Factors have no such list. */
const RECORD_PAGES = paths
  .filter((path) => path.includes(':id') && !path.startsWith('/factoring'))
  .flatMap((path) => (LISTS[path] ?? [path.split('/')[1] ?? '']).map((list) => ({ path, list })))

/** The pages of the first record of each kind that the account has. */
export async function listRecordPages(page: Page): Promise<string[]> {
  const pages = []
  for (const { path, list } of RECORD_PAGES) {
    const query = list.includes('?') ? '&limit=1' : '?limit=1'
    const [record] = await read<{ id: number }[]>(page, `${list}${query}`)
    if (record) pages.push(path.replace(':id', String(record.id)))
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
