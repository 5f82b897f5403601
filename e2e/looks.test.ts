/**
 * Every screen and dialog in both themes, at 1440, 768 and 390 px: empty, with a year of data, and overfull. Each is opened
 * once and resized. axe reads the light theme as a table and the dark one as cards.
 */
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { everyEntity } from '#core/entities/entities.ts'
import { makeSample } from '#server/testing/samples.ts'
import { create, expectAccessible, startApp } from './app.ts'
import { fillTooMuch, fillWithDemo, TODAY } from './full-accounts.ts'
import { GUIDE, listRecordPages, SCREENS } from './screens.ts'
import { box } from './loads-list.ts'
import { button, choose } from './steps.ts'

const app = startApp()

/** Where to save a screenshot of each screen for a person to look at, for example SCREENSHOTS=dist/looks. */
const { SCREENSHOTS } = process.env
const ACCOUNTS = ['no data', 'a year of data', 'too much data'] as const
type Account = (typeof ACCOUNTS)[number]
const [DESKTOP, LAPTOP, TABLET, PHONE] = [1440, 1024, 768, 390]

type Cookies = Awaited<ReturnType<ReturnType<Page['context']>['cookies']>>
const cookies: Partial<Record<Account, Cookies>> = {}

beforeAll(async () => {
  if (SCREENSHOTS) await mkdir(SCREENSHOTS, { recursive: true })
  for (const account of ACCOUNTS) {
    const page = await app.enter()
    if (account === 'a year of data') {
      await fillWithDemo(page, app.url())
      const { id } = await create(page, 'dispatchers', makeSample('dispatchers'))
      await page.request.delete(`/api/dispatchers/${id}`)
    }
    if (account === 'too much data') await fillTooMuch(page)
    cookies[account] = await page.context().cookies()
  }
})

test.each(ACCOUNTS)('B38 Every screen fits and is accessible, with %s', async (account) => {
  const page = await open(account)
  const guide = account === 'no data' ? GUIDE : []
  for (const screen of [...SCREENS, ...guide, ...(await listRecordPages(page)), '/nothing']) {
    await page.goto(screen)
    await waitUntilLoaded(page)
    await inspect(page, `${account}${screen.replaceAll('/', '-')}`)
  }
})

describe.each(ACCOUNTS.slice(1))('with %s', (account) => {
  test('B38 Every form and settlement fits and is accessible', async () => {
    const page = await open(account)
    const name = (what: string) => `${account}-${what}`
    for (const { name: entity, singular } of everyEntity) {
      await openForm(page, entity, singular)
      await inspectDialog(page, name(`add-${entity}`))
    }
    await page.goto('/loads')
    await button(page, /^View/).first().click()
    await inspectDialog(page, name('view-load'))
    await page.keyboard.press('Escape')
    await button(page, /^Delete/)
      .first()
      .click()
    await page.getByText('You can undo this for 30 days.').waitFor()
    await inspectDialog(page, name('delete-load'))
    await loadSettlement(page, account === 'too much data' ? 'T-1' : '101')
    await inspect(page, name('settlement'))
  })
})

/** Where each dialog opens, and how. */
const DIALOGS: [name: string, screen: string, open: (page: Page) => Promise<void>][] = [
  ['palette', '/loads', (page) => page.keyboard.press('Control+k')],
  ['shortcuts', '/loads', (page) => page.keyboard.press('?')],
  ['import', '/loads', (page) => button(page, 'Import CSV').click()],
  ['bulk-change', '/loads', (page) => openForPage(page, 'Change…')],
  ['bulk-delete', '/loads', (page) => openForPage(page, 'Delete selected')],
  ['approve-drafts', '/settlements/statements', (page) => openForPage(page, 'Approve…')],
  ['pay-statements', '/settlements/statements', (page) => openForPage(page, 'Pay…')],
  ['audit-entry', '/audit', (page) => button(page, 'View details').first().click()],
  ['history', '/trucks', openHistory],
  ['empty-trash', '/trash', (page) => button(page, 'Empty Trash').click()],
  ['password', '/settings', (page) => button(page, 'Change Password').click()],
  ['delete-account', '/settings', (page) => button(page, 'Delete Account').click()],
  [
    'without-loads',
    '/settlements/history',
    (page) => button(page, 'Settlement Without Loads').click(),
  ],
  ['deduction', '/settings', (page) => button(page, 'Add Recurring Deduction').click()],
]

test('B38 Every dialog fits, is accessible and has the focus', async () => {
  const page = await open('a year of data')
  for (const [name, screen, openDialog] of DIALOGS) {
    await page.goto(screen)
    await waitUntilLoaded(page)
    await openDialog(page)
    await inspectDialog(page, name)
  }
})

test('C55 A table wider than a tablet says that it scrolls, and one column stays in view', async () => {
  const page = await open('a year of data')
  await page.setViewportSize({ width: TABLET, height: 900 })
  await page.goto('/settlements/year')
  await page.getByText('Scroll sideways for more columns.').waitFor()
  const table = page.locator('.sideways').first()
  const cell = table.locator('tbody td[data-label=Payee]').first()
  const before = await cell.boundingBox()
  await table.evaluate((box) => box.scrollTo({ left: box.scrollWidth }))
  const after = await cell.boundingBox()
  expect(after?.x).toBeLessThanOrEqual(before?.x ?? 0)
  expect(after?.x).toBeGreaterThanOrEqual((await table.boundingBox())?.x ?? 0)
})

async function open(account: Account): Promise<Page> {
  const page = await app.openPage('/login', { width: DESKTOP, theme: 'light' })
  await page.context().addCookies(cookies[account] ?? [])
  await page.clock.setFixedTime(new Date(`${TODAY}T12:00:00`))
  return page
}

async function waitUntilLoaded(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.locator('.animate-pulse').first().waitFor({ state: 'detached' })
}

async function openForPage(page: Page, action: string): Promise<void> {
  await box(page, 'Select this page').click()
  await button(page, action).click()
}

async function openHistory(page: Page): Promise<void> {
  await button(page, /^Edit/).first().click()
  await button(page, 'History').click()
  await page.getByRole('dialog', { name: 'History' }).getByRole('listitem').first().waitFor()
}

async function loadSettlement(page: Page, truck: string): Promise<void> {
  await page.goto('/settlements')
  await choose(page, 'Truck', truck)
  await page.getByLabel('Settlement Date').selectOption({ index: 2 })
  await button(page, 'Load Settlement Data').click()
  await button(page, /Settlement Data$/)
    .last()
    .waitFor()
  await page.locator('li[data-state=open]').waitFor()
  await button(page, 'Dismiss').click()
}

/** Opens an empty form and saves it, so that it shows its errors. */
async function openForm(page: Page, entity: string, singular: string): Promise<void> {
  await page.goto(`/${entity}`)
  await waitUntilLoaded(page)
  await button(page, `Add ${singular}`).first().click()
  const dialog = page.getByRole('dialog', { name: `Add New ${singular}` })
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
}

/** A dialog covers parts of what is behind it: only the dialog is checked. */
const DIALOG = '[role=dialog], [role=alertdialog]'

async function inspectDialog(page: Page, name: string): Promise<void> {
  await page.locator(DIALOG).last().locator(':focus').first().waitFor()
  await inspect(page, name, DIALOG)
}

/** Checks the light theme on a desktop, the width of a tablet, and the dark theme on a phone. Screenshots add a laptop in both themes. */
async function inspect(page: Page, name: string, within?: string): Promise<void> {
  await expectAccessible(page, within)
  await inspectAt(page, DESKTOP, `${name}-light`)
  await inspectAt(page, TABLET, `${name}-light`)
  if (SCREENSHOTS) await inspectAt(page, LAPTOP, `${name}-light`)
  await page.evaluate(changeTheme)
  if (SCREENSHOTS) await inspectAt(page, LAPTOP, `${name}-dark`)
  await inspectAt(page, PHONE, `${name}-dark`)
  await expectAccessible(page, within)
  await page.evaluate(changeTheme)
  await page.setViewportSize(sizeOf(DESKTOP))
}

async function inspectAt(page: Page, width: number, name: string): Promise<void> {
  await page.setViewportSize(sizeOf(width))
  // A phone has cards instead of the list's table.
  if (width === PHONE) await page.locator('[data-list-table]').waitFor({ state: 'detached' })
  await page.locator('.animate-pulse').first().waitFor({ state: 'detached' })
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect.soft(overflow, `${name} scrolls sideways at ${width} px`).toBe(0)
  const squeezed = await page.evaluate(listSqueezed)
  expect.soft(squeezed, `${name} breaks words in a column at ${width} px`).toEqual([])
  if (!SCREENSHOTS) return
  const file = `${name.replaceAll(' ', '-')}-${width}.png`
  await page.screenshot({ path: path.join(SCREENSHOTS, file) })
}

/** Runs in the page. Lists the texts of cells in columns that are too narrow: they show few letters per line. */
function listSqueezed(): string[] {
  const cells = [...document.querySelectorAll<HTMLElement>('td, tbody th')]
  return cells
    .filter(({ clientWidth, clientHeight, innerText }) => {
      const isName = innerText.length > 6 && innerText.length < 60
      return isName && clientWidth < 80 && clientHeight > 100
    })
    .map(({ innerText }) => innerText)
}

function sizeOf(width: number) {
  return { width, height: width < TABLET ? 740 : 900 }
}

/** Runs in the page. Finishes transitions: axe would read colors that are between the two themes. */
function changeTheme(): void {
  document.documentElement.classList.toggle('dark')
  for (const change of document.getAnimations()) {
    if (change instanceof CSSTransition) change.finish()
  }
}
