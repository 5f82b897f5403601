/**
 * Every screen and dialog: empty, with a year of data, and overfull. Each is opened once and resized: the light theme at
 * 1440 and 768 px, the dark one at 390 px. LONG=1 checks both themes at every width.
 */
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { everyEntity } from '#core/entities/entities.ts'
import { makeSample } from '#server/testing/samples.ts'
import type { Rules } from './axe.ts'
import { create, expectAccessible, startApp, type PageOptions } from './app.ts'
import { fillTooMuch, fillWithDemo, TODAY } from './full-accounts.ts'
import { followTo, GUIDE, listRecordPages, SCREENS } from './screens.ts'
import { box } from './loads-list.ts'
import { button, choose } from './steps.ts'
import { listTooSmall } from './targets.ts'

const app = startApp()

/** Where to save a screenshot of each screen for a person to look at, for example SCREENSHOTS=dist/looks. */
const { SCREENSHOTS } = process.env
/** Checks every look and target. */
const LONG = !!process.env.LONG || !!SCREENSHOTS
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
    await visit(page, screen)
    await inspect(page, account, `screen${screen.replaceAll('/', '-')}`)
  }
})

describe.each(ACCOUNTS.slice(1))('with %s', (account) => {
  test('B38 Every form and settlement fits and is accessible', async () => {
    const page = await open(account)
    for (const { name: entity, singular } of everyEntity) {
      await openForm(page, entity, singular)
      await inspectDialog(page, account, `add-${entity}`)
    }
    await load(page, '/loads')
    await button(page, /^View/).first().click()
    await inspectDialog(page, account, 'view-load')
    await page.keyboard.press('Escape')
    await button(page, /^Delete/)
      .first()
      .click()
    await page.getByText('You can undo this for 30 days.').waitFor()
    await inspectDialog(page, account, 'delete-load')
    await loadSettlement(page, account === 'too much data' ? 'T-1' : '101')
    await inspect(page, account, 'settlement')
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
    await load(page, screen)
    await openDialog(page)
    await inspectDialog(page, 'a year of data', name)
  }
})

/** By finger and by mouse. */
const TARGETS = [
  { least: 44, options: { width: 360, touch: true } },
  { least: 24, options: { width: DESKTOP } },
].slice(0, LONG ? 2 : 1)

test.each(TARGETS)(
  'B38 Every target of every screen is at least $least px high and wide',
  async ({ least, options }) => {
    const page = await open('a year of data', options)
    const check = async (screen: string) =>
      expect.soft(await page.locator('main').evaluate(listTooSmall, least), screen).toEqual([])
    for (const screen of SCREENS) {
      await visit(page, screen)
      await check(screen)
    }
    await loadSettlement(page, '101')
    await check('settlement')
  },
)

test('C55 A table wider than a tablet says that it scrolls, and one column stays in view', async () => {
  const page = await open('a year of data')
  await page.setViewportSize({ width: TABLET, height: 900 })
  await visit(page, '/settlements/year')
  await page.getByText('Scroll sideways for more columns.').waitFor()
  const table = page.locator('.sideways').first()
  const cell = table.locator('tbody td[data-label=Payee]').first()
  const before = await cell.boundingBox()
  await table.evaluate((box) => box.scrollTo({ left: box.scrollWidth }))
  const after = await cell.boundingBox()
  expect(after?.x).toBeLessThanOrEqual(before?.x ?? 0)
  expect(after?.x).toBeGreaterThanOrEqual((await table.boundingBox())?.x ?? 0)
})

async function open(account: Account, options: PageOptions = {}): Promise<Page> {
  const page = await app.openPage('/login', { width: DESKTOP, theme: 'light', ...options })
  await page.context().addCookies(cookies[account] ?? [])
  await page.clock.setFixedTime(new Date(`${TODAY}T12:00:00`))
  await page.goto('/nothing')
  return page
}

async function visit(page: Page, screen: string): Promise<void> {
  await followTo(page, screen)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await waitForData(page)
}

/** Opens a screen by its address, without a dialog that was open. */
async function load(page: Page, screen: string): Promise<void> {
  await page.goto(screen)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await waitForData(page)
}

async function waitForData(page: Page): Promise<void> {
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
  await load(page, '/settlements')
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
  await load(page, `/${entity}`)
  await button(page, `Add ${singular}`).first().click()
  const dialog = page.getByRole('dialog', { name: `Add New ${singular}` })
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
}

/** A dialog covers parts of what is behind it: only the dialog is checked. */
const DIALOG = '[role=dialog], [role=alertdialog]'

async function inspectDialog(page: Page, account: Account, what: string): Promise<void> {
  await page.locator(DIALOG).last().locator(':focus').first().waitFor()
  await inspect(page, account, what, DIALOG)
}

type Look = { width: number; dark?: boolean; rules?: Rules | undefined }

const EVERY_LOOK: Look[] = [false, true].flatMap((dark) => [
  { width: DESKTOP, dark, rules: 'every' },
  { width: LAPTOP, dark },
  { width: TABLET, dark },
  { width: PHONE, dark, rules: 'every' },
])

/** The usual looks. axe needs no account with too much data: it has the same elements, only more of them. */
const LOOKS: Record<Account, Look[]> = {
  'no data': [{ width: DESKTOP, rules: 'every' }, { width: TABLET }, { width: PHONE, dark: true }],
  'a year of data': [
    { width: DESKTOP, rules: 'every' },
    { width: TABLET },
    { width: PHONE, dark: true, rules: 'visible' },
  ],
  'too much data': [{ width: DESKTOP }, { width: TABLET }, { width: PHONE, dark: true }],
}

async function inspect(page: Page, account: Account, what: string, within?: string) {
  for (const { width, dark = false, rules } of LONG ? EVERY_LOOK : LOOKS[account]) {
    await page.setViewportSize(sizeOf(width))
    await page.evaluate(setTheme, dark)
    await inspectAt(page, width, `${account}-${what}-${dark ? 'dark' : 'light'}-${width}`)
    if (rules) await expectAccessible(page, within, rules)
  }
  await page.setViewportSize(sizeOf(DESKTOP))
  await page.evaluate(setTheme, false)
}

async function inspectAt(page: Page, width: number, name: string): Promise<void> {
  // A phone has cards instead of the list's table.
  if (width === PHONE) await page.locator('[data-list-table]').waitFor({ state: 'detached' })
  await waitForData(page)
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect.soft(overflow, `${name} scrolls sideways`).toBe(0)
  expect.soft(await page.evaluate(listSqueezed), `${name} breaks words in a column`).toEqual([])
  if (!SCREENSHOTS) return
  await page.screenshot({ path: path.join(SCREENSHOTS, `${name.replaceAll(' ', '-')}.png`) })
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
function setTheme(dark: boolean): void {
  document.documentElement.classList.toggle('dark', dark)
  for (const change of document.getAnimations()) {
    if (change instanceof CSSTransition) change.finish()
  }
}
