/** Opens screens and dialogs at several widths, in both themes, and checks that they fit and are accessible. */
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { everyEntity } from '#core/entities/entities.ts'
import { expectAccessible, type App, type PageOptions } from '#e2e/app.ts'
import type { Rules } from '#e2e/axe.ts'
import { TODAY } from '#e2e/full-accounts.ts'
import { followTo } from '#e2e/screens.ts'
import { button, choose } from '#e2e/steps.ts'

/** Where to save a screenshot of each screen for a person to look at, for example SCREENSHOTS=dist/looks. */
const { SCREENSHOTS } = process.env
/** Checks every look: both themes at every width, with every rule of axe. */
export const LONG = !!process.env.LONG || !!SCREENSHOTS

export const DESKTOP = 1440
const LAPTOP = 1024
export const TABLET = 768
export const PHONE = 390

export type Look = { width: number; dark?: boolean; rules?: Rules | undefined }

const EVERY_LOOK: Look[] = [false, true].flatMap((dark) => [
  { width: DESKTOP, dark, rules: 'every' },
  { width: LAPTOP, dark },
  { width: TABLET, dark },
  { width: PHONE, dark, rules: 'every' },
])

type Cookies = Awaited<ReturnType<ReturnType<Page['context']>['cookies']>>

/** A new account with what `fill` puts into it. Returns the cookies of its person. */
export async function makeAccount(app: App, fill?: (page: Page) => Promise<void>) {
  if (SCREENSHOTS) await mkdir(SCREENSHOTS, { recursive: true })
  const page = await app.enter()
  await fill?.(page)
  return page.context().cookies()
}

export async function open(app: App, cookies: Cookies, options: PageOptions = {}): Promise<Page> {
  const page = await app.openPage('/login', { width: DESKTOP, theme: 'light', ...options })
  await page.context().addCookies(cookies)
  await page.clock.setFixedTime(new Date(`${TODAY}T12:00:00`))
  await page.goto('/nothing')
  return page
}

/** The program is loaded once, and axe too. */
export async function visit(page: Page, screen: string): Promise<void> {
  await followTo(page, screen)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await waitForData(page)
}

/** Opens a screen by its address, without a dialog that was open. */
export async function load(page: Page, screen: string): Promise<void> {
  await page.goto(screen)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await waitForData(page)
}

async function waitForData(page: Page): Promise<void> {
  await page.locator('.animate-pulse').first().waitFor({ state: 'detached' })
}

export async function loadSettlement(page: Page, truck: string): Promise<void> {
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

/** Each form, empty and with its errors, then the view and the question of a delete, and a settlement. */
export async function inspectForms(page: Page, looks: Look[], truck: string): Promise<void> {
  for (const { name, singular } of everyEntity) {
    await load(page, `/${name}`)
    await button(page, `Add ${singular}`).first().click()
    const dialog = page.getByRole('dialog', { name: `Add New ${singular}` })
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await inspectDialog(page, looks, `add-${name}`)
  }
  await load(page, '/loads')
  await button(page, /^View/).first().click()
  await inspectDialog(page, looks, 'view-load')
  await page.keyboard.press('Escape')
  await button(page, /^Delete/)
    .first()
    .click()
  await page.getByText('You can undo this for 30 days.').waitFor()
  await inspectDialog(page, looks, 'delete-load')
  await loadSettlement(page, truck)
  await inspect(page, looks, 'settlement')
}

/** A dialog covers parts of what is behind it: only the dialog is checked. */
const DIALOG = '[role=dialog], [role=alertdialog]'

export async function inspectDialog(page: Page, looks: Look[], what: string): Promise<void> {
  await page.locator(DIALOG).last().locator(':focus').first().waitFor()
  await inspect(page, looks, what, DIALOG)
}

/** `what`: its name in messages and screenshots. `within`: the part that axe reads. LONG=1 checks every look instead. */
export async function inspect(page: Page, looks: Look[], what: string, within?: string) {
  for (const { width, dark = false, rules } of LONG ? EVERY_LOOK : looks) {
    await page.setViewportSize(sizeOf(width))
    await page.evaluate(setTheme, dark)
    await inspectAt(page, width, `${what}-${dark ? 'dark' : 'light'}-${width}`)
    if (rules) await expectAccessible(page, within, rules)
  }
  await page.setViewportSize(sizeOf(DESKTOP))
  await page.evaluate(setTheme, false)
}

async function inspectAt(page: Page, width: number, name: string): Promise<void> {
  // A phone has cards instead of the list's table.
  if (width === PHONE) await page.locator('[data-list-table]').waitFor({ state: 'detached' })
  await waitForData(page)
  const { overflow, squeezed } = await page.evaluate(findMisfits)
  expect.soft(overflow, `${name} scrolls sideways`).toBe(0)
  expect.soft(squeezed, `${name} breaks words in a column`).toEqual([])
  if (!SCREENSHOTS) return
  await page.screenshot({ path: path.join(SCREENSHOTS, `${name.replaceAll(/[ /]/g, '-')}.png`) })
}

/** Runs in the page. `squeezed`: the texts of cells in columns that are too narrow, with few letters per line. */
function findMisfits(): { overflow: number; squeezed: string[] } {
  const { scrollWidth, clientWidth } = document.documentElement
  const cells = [...document.querySelectorAll<HTMLElement>('td, tbody th')]
  const squeezed = cells.filter(({ clientWidth, clientHeight, innerText }) => {
    const isName = innerText.length > 6 && innerText.length < 60
    return isName && clientWidth < 80 && clientHeight > 100
  })
  return {
    overflow: scrollWidth - clientWidth,
    squeezed: squeezed.map(({ innerText }) => innerText),
  }
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
