/** Every screen in both themes, on a desk and on a phone, with nothing, with a year's work, with too much. */
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

const PICTURES = path.join(import.meta.dirname, '../dist/looks')
const ACCOUNTS = ['nothing', 'a year of work', 'too much'] as const
const WIDTHS = [1440, 360]

type Cookies = Awaited<ReturnType<ReturnType<Page['context']>['cookies']>>
const cookies: Partial<Record<(typeof ACCOUNTS)[number], Cookies>> = {}

beforeAll(async () => {
  await mkdir(PICTURES, { recursive: true })
  for (const account of ACCOUNTS) {
    const page = await app.enter()
    if (account === 'a year of work') await fillWithDemo(page, app.url())
    if (account === 'too much') await fillTooMuch(page)
    cookies[account] = await page.context().cookies()
  }
})

describe.each(ACCOUNTS)('with %s', (account) => {
  test.each(WIDTHS)('B38 every screen in both themes, %i px', async (width) => {
    const page = await open(account, width)
    for (const screen of [...SCREENS, '/nothing']) {
      await page.goto(screen)
      await settled(page)
      await inspect(page, `${account}-${width}${screen.replaceAll('/', '-')}`)
    }
  })
})

describe.each(ACCOUNTS.slice(1))('with %s', (account) => {
  test.each(WIDTHS)('B38 what opens over the screens, in both themes, %i px', async (width) => {
    const page = await open(account, width)
    const name = (what: string) => `${account}-${width}-${what}`
    for (const { name: entity, singular: one } of everyEntity) {
      await openForm(page, entity, one)
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
    await page.getByText('This cannot be undone.').waitFor()
    await inspect(page, name('delete-load'))
    await loadSettlement(page, account === 'too much' ? 'T-1' : '101')
    await inspect(page, name('settlement'))
  })
})

async function open(account: (typeof ACCOUNTS)[number], width: number): Promise<Page> {
  const page = await app.openPage('/login', { width, theme: 'light' })
  await page.context().addCookies(cookies[account] ?? [])
  await page.clock.setFixedTime(new Date(`${TODAY}T12:00:00`))
  return page
}

async function settled(page: Page): Promise<void> {
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

/** With the messages of a form that was saved as it opened. */
async function openForm(page: Page, entity: string, one: string): Promise<void> {
  await page.goto(`/${entity}`)
  await settled(page)
  await page
    .getByRole('button', { name: `Add ${one}` })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: `Add New ${one}` })
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
}

/** Nothing for axe to find, nothing to scroll sideways, and a picture of each theme to look at. */
async function inspect(page: Page, name: string): Promise<void> {
  await expectAccessible(page)
  await fits(page, name)
  await page.evaluate(changeTheme)
  await expectAccessible(page, ['color-contrast'])
  await page.evaluate(changeTheme)
}

async function fits(page: Page, name: string): Promise<void> {
  const wider = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(wider, `${name} scrolls sideways`).toBe(0)
  await takePicture(page, `${name}-light`)
  await page.evaluate(changeTheme)
  await takePicture(page, `${name}-dark`)
  await page.evaluate(changeTheme)
}

async function takePicture(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: path.join(PICTURES, `${name.replaceAll(' ', '-')}.png`) })
}

/** Runs in the page. As the button does; colours on their way would be read as neither the one nor the other. */
function changeTheme(): void {
  document.documentElement.classList.toggle('dark')
  for (const change of document.getAnimations()) {
    if (change instanceof CSSTransition) change.finish()
  }
}
