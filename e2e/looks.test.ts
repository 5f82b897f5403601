/** Every screen in both themes, at desktop and phone width: empty, with a year of data, and overfull. */
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { everyEntity } from '#core/entities/entities.ts'
import { expectAccessible, startApp } from './app.ts'
import { fillTooMuch, fillWithDemo, TODAY } from './full-accounts.ts'
import { SCREENS } from './screens.ts'
import { choose } from './steps.ts'

const app = startApp()

/** Where to save a screenshot of each screen for a person to look at, for example SCREENSHOTS=dist/looks. */
const { SCREENSHOTS } = process.env
const ACCOUNTS = ['no data', 'a year of data', 'too much data'] as const
const WIDTHS = [1440, 360]

type Cookies = Awaited<ReturnType<ReturnType<Page['context']>['cookies']>>
const cookies: Partial<Record<(typeof ACCOUNTS)[number], Cookies>> = {}

beforeAll(async () => {
  if (SCREENSHOTS) await mkdir(SCREENSHOTS, { recursive: true })
  for (const account of ACCOUNTS) {
    const page = await app.enter()
    if (account === 'a year of data') await fillWithDemo(page, app.url())
    if (account === 'too much data') await fillTooMuch(page)
    cookies[account] = await page.context().cookies()
  }
})

describe.each(ACCOUNTS)('with %s', (account) => {
  test.each(WIDTHS)(
    'B38 Every screen fits and is accessible in both themes, %i px',
    async (width) => {
      const page = await open(account, width)
      for (const screen of [...SCREENS, '/nothing']) {
        await page.goto(screen)
        await waitUntilLoaded(page)
        await inspect(page, `${account}-${width}${screen.replaceAll('/', '-')}`)
      }
    },
  )
})

describe.each(ACCOUNTS.slice(1))('with %s', (account) => {
  test.each(WIDTHS)(
    'B38 Every dialog fits and is accessible in both themes, %i px',
    async (width) => {
      const page = await open(account, width)
      const name = (what: string) => `${account}-${width}-${what}`
      for (const { name: entity, singular } of everyEntity) {
        await openForm(page, entity, singular)
        await inspect(page, name(`add-${entity}`))
      }
      await page.goto('/loads')
      await page.getByRole('button', { name: /^View/ }).first().click()
      await inspect(page, name('view-load'))
      await page.keyboard.press('Escape')
      await page
        .getByRole('button', { name: /^Delete/ })
        .first()
        .click()
      await page.getByText('You can undo this for 30 days.').waitFor()
      await inspect(page, name('delete-load'))
      await loadSettlement(page, account === 'too much data' ? 'T-1' : '101')
      await inspect(page, name('settlement'))
    },
  )
})

async function open(account: (typeof ACCOUNTS)[number], width: number): Promise<Page> {
  const page = await app.openPage('/login', { width, theme: 'light' })
  await page.context().addCookies(cookies[account] ?? [])
  await page.clock.setFixedTime(new Date(`${TODAY}T12:00:00`))
  return page
}

async function waitUntilLoaded(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.locator('.animate-pulse').first().waitFor({ state: 'detached' })
}

async function loadSettlement(page: Page, truck: string): Promise<void> {
  await page.goto('/settlements')
  await choose(page, 'Truck', truck)
  await page.getByLabel('Settlement Date').selectOption({ index: 2 })
  await page.getByRole('button', { name: 'Load Settlement Data' }).click()
  await page
    .getByRole('button', { name: /Settlement Data$/ })
    .last()
    .waitFor()
  await page.locator('li[data-state=open]').waitFor()
  await page.getByRole('button', { name: 'Dismiss' }).click()
}

/** Opens an empty form and saves it, so that it shows its errors. */
async function openForm(page: Page, entity: string, singular: string): Promise<void> {
  await page.goto(`/${entity}`)
  await waitUntilLoaded(page)
  await page
    .getByRole('button', { name: `Add ${singular}` })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: `Add New ${singular}` })
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
}

/** Checks accessibility and width in each theme. */
async function inspect(page: Page, name: string): Promise<void> {
  await expectAccessible(page)
  await expectFits(page, name)
  await takeScreenshot(page, `${name}-light`)
  await page.evaluate(changeTheme)
  await takeScreenshot(page, `${name}-dark`)
  await expectAccessible(page, ['color-contrast'])
  await page.evaluate(changeTheme)
}

async function expectFits(page: Page, name: string): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, `${name} scrolls sideways`).toBe(0)
}

async function takeScreenshot(page: Page, name: string): Promise<void> {
  if (!SCREENSHOTS) return
  await page.screenshot({ path: path.join(SCREENSHOTS, `${name.replaceAll(' ', '-')}.png`) })
}

/** Runs in the page. Finishes transitions: axe would read colors that are between the two themes. */
function changeTheme(): void {
  document.documentElement.classList.toggle('dark')
  for (const change of document.getAnimations()) {
    if (change instanceof CSSTransition) change.finish()
  }
}
