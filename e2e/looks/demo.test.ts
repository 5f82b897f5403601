/**
 * Every screen, form and dialog with the demo's data: light with all rules of axe at 1440 px, dark at 390 px, and by
 * finger at 360 px. LONG=1 checks both themes at every width.
 */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { addDays } from '#core/calendar.ts'
import { makeSample } from '#server/testing/samples.ts'
import { create, startApp } from '#e2e/app.ts'
import { fillWithDemo, TODAY } from '#e2e/full-accounts.ts'
import { box } from '#e2e/loads-list.ts'
import { listRecordPages, SCREENS } from '#e2e/screens.ts'
import { button } from '#e2e/steps.ts'
import { listTooSmall } from '#e2e/targets.ts'
import {
  DESKTOP,
  inspect,
  inspectDialog,
  inspectForms,
  load,
  loadSettlement,
  LONG,
  makeAccount,
  open,
  PHONE,
  TABLET,
  visit,
  type Look,
} from './looks.ts'

const app = startApp()

const LOOKS: Look[] = [
  { width: DESKTOP, rules: 'every' },
  { width: PHONE, dark: true },
]
/** The colors of the dark theme, where it shows all kinds of parts. */
const IN_THE_DARK: Look[] = [{ width: DESKTOP, dark: true, rules: 'visible' }]
const SCREENS_IN_THE_DARK = ['/', '/loads', '/settlements/run', '/invoices?all', '/settings']

let cookies: Awaited<ReturnType<typeof makeAccount>>

beforeAll(async () => {
  cookies = await makeAccount(app, async (page) => {
    await fillWithDemo(page, app.url())
    const { id } = await create(page, 'dispatchers', makeSample('dispatchers'))
    await page.request.delete(`/api/dispatchers/${id}`)
  })
})

test('B38 Every screen fits and is accessible, with the demo’s data', async () => {
  const page = await open(app, cookies)
  for (const screen of [...SCREENS, ...(await listRecordPages(page)), '/nothing']) {
    await visit(page, screen)
    await inspect(page, LOOKS, `demo${screen}`)
    if (SCREENS_IN_THE_DARK.includes(screen)) await inspect(page, IN_THE_DARK, `dark${screen}`)
  }
})

test('C8 Most drafts of the demo’s newest run have nothing to check', async () => {
  const page = await open(app, cookies)
  const run = await page.request.get(
    `/api/settlements/run?week=${addDays(TODAY, -5)}&today=${TODAY}`,
  )
  const { rows } = (await run.json()) as { rows: { exceptions: object[] }[] }
  const toCheck = rows.filter(({ exceptions }) => exceptions.length > 0)
  expect(rows).toHaveLength(6)
  expect(toCheck.length).toBeLessThanOrEqual(2)
})

test('B38 Every form and settlement fits and is accessible, with the demo’s data', async () => {
  await inspectForms(await open(app, cookies), LOOKS, '101')
})

/** Where each dialog opens, and how. */
const DIALOGS: [name: string, screen: string, open: (page: Page) => Promise<void>][] = [
  ['palette', '/loads', (page) => page.keyboard.press('Control+k')],
  ['shortcuts', '/loads', (page) => page.keyboard.press('?')],
  ['import', '/loads', (page) => button(page, 'Import File').click()],
  ['bulk-change', '/loads', (page) => openForPage(page, 'Change…')],
  ['bulk-delete', '/loads', (page) => openForPage(page, 'Delete selected')],
  ['approve-drafts', '/settlements/statements', (page) => openForPage(page, 'Approve…')],
  ['pay-statements', '/settlements/statements', (page) => openForPage(page, 'Pay…')],
  ['audit-entry', '/audit', (page) => button(page, 'View details').first().click()],
  ['history', '/trucks', openHistory],
  ['empty-trash', '/trash', (page) => button(page, 'Empty Trash').click()],
  ['password', '/settings/security', (page) => button(page, 'Change Password').click()],
  ['delete-account', '/settings/data', (page) => button(page, 'Delete Account').click()],
  [
    'without-loads',
    '/settlements/history',
    (page) => button(page, 'Settlement Without Loads').click(),
  ],
  ['deduction', '/settings/deductions', (page) => button(page, 'Add Recurring Deduction').click()],
]

test('B38 Every dialog fits, is accessible and has the focus', async () => {
  const page = await open(app, cookies)
  for (const [name, screen, openDialog] of DIALOGS) {
    await load(page, screen)
    await openDialog(page)
    await inspectDialog(page, LOOKS, name)
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
    const page = await open(app, cookies, options)
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
  const page = await open(app, cookies)
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

async function openForPage(page: Page, action: string): Promise<void> {
  await box(page, 'Select this page').click()
  await button(page, action).click()
}

async function openHistory(page: Page): Promise<void> {
  await button(page, /^Edit/).first().click()
  await button(page, 'History').click()
  await page.getByRole('dialog', { name: 'History' }).getByRole('listitem').first().waitFor()
}
