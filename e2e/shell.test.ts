import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible, signUp, startApp, findToast, type PageOptions } from './app.ts'
import { hold } from './steps.ts'

const app = startApp()

const SCREENS = [
  ['Dashboard', '/', 'Dashboard'],
  ['Drivers', '/drivers', 'Drivers'],
  ['Owners', '/owners', 'Truck Owners'],
  ['Trucks', '/trucks', 'Trucks'],
  ['Brokers', '/brokers', 'Brokers'],
  ['Broker Checks', '/broker-checks', 'Broker Checks'],
  ['Dispatchers', '/dispatchers', 'Dispatchers'],
  ['Loads', '/loads', 'Loads'],
  ['Papers Inbox', '/documents', 'Papers Inbox'],
  ['Settlements', '/settlements', 'Settlements'],
  ['Settlement Run', '/settlements/run', 'Settlement Run'],
  ['Statements', '/settlements/statements', 'Statements'],
  ['Year-End (1099)', '/settlements/year', 'Year-End (1099)'],
  ['Invoices', '/invoices', 'Invoices'],
  ['Money Received', '/receipts', 'Money Received'],
  ['Receivables', '/receivables', 'Receivables'],
  ['Factoring', '/factoring', 'Factoring'],
  ['Books', '/books', 'Books'],
  ['Help', '/help', 'The First Hour'],
  ['Settings', '/settings', 'Settings'],
] as const

const REM = 16
const DAY_SECONDS = 24 * 60 * 60

async function openSignedIn(options: PageOptions = {}): Promise<Page> {
  const page = await app.openPage('/signup', options)
  await signUp(page)
  return page
}

test('A2.access.3 A2.shell.3 A2.shell.4 Navigation highlights only the current screen', async () => {
  const page = await openSignedIn()
  const main = page.getByRole('navigation', { name: 'Main' })
  expect(await main.getByRole('link').allInnerTexts()).toEqual(SCREENS.map(([link]) => link))
  for (const text of ['Fleet Management', 'Entity Management', 'Operations']) {
    await page.getByText(text, { exact: true }).waitFor()
  }

  for (const [link, path, title] of SCREENS) {
    await main.getByRole('link', { name: link, exact: true }).click()
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    expect(new URL(page.url()).pathname).toBe(path)
    expect(await main.locator('[aria-current=page]').allInnerTexts()).toEqual([link])
    await expectAccessible(page)
  }
})

test('A2.access.4 A2.access.5 A2.shell.4 Paths ignore case and a trailing slash', async () => {
  const page = await openSignedIn()
  for (const [path, title] of [
    ['/DRIVERS', 'Drivers'],
    ['/Loads/', 'Loads'],
    ['/settlements/', 'Settlements'],
  ] as const) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
  }
  await page.goto('/drivers/7/miles')
  await page.getByRole('heading', { level: 1, name: '404 Page Not Found' }).waitFor()
  await page.getByText('Did you forget to add the page to the router?', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Go to the dashboard' }).click()
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
})

test('A2.access.3 Signed in, the login redirects to the dashboard', async () => {
  const page = await openSignedIn()
  for (const path of ['/login', '/signup']) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/')
  }
})

test('A2.access.2 Only "Loading..." is shown until the user is known', async () => {
  const page = await openSignedIn()
  const release = await hold(page, '**/api/auth/user')
  await page.goto('/drivers', { waitUntil: 'commit' })
  await page.getByText('Loading...', { exact: true }).waitFor()
  expect(await page.getByRole('navigation').count()).toBe(0)
  release()
  await page.getByRole('heading', { level: 1, name: 'Drivers' }).waitFor()
})

test.each(['Control+b', 'Meta+b'])(
  'A2.shell.1 A2.shell.5 A2.shell.6 A2.shell.7 A9.tooltips.1 B37 %s toggles the sidebar',
  async (keys) => {
    const page = await openSignedIn()
    await expectSidebar(page, 16)
    await page.keyboard.press(keys)
    await expectSidebar(page, 3)
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expectSidebar(page, 3)
    expect(await readSidebarCookie(page)).toMatchObject({ value: 'false', path: '/' })

    await page.getByRole('link', { name: 'Brokers' }).hover()
    await page.getByRole('tooltip', { name: 'Brokers' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('tooltip').waitFor({ state: 'detached' })
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Toggle sidebar' }).click()
    await expectSidebar(page, 16)
    const { value, expires = 0 } = (await readSidebarCookie(page)) ?? {}
    expect(value).toBe('true')
    expect(Math.round((expires - Date.now() / 1000) / DAY_SECONDS)).toBe(7)
  },
)

test('C55 From 768 to 1100 px the sidebar is collapsed until someone expands it', async () => {
  const page = await openSignedIn({ width: 1100 })
  await expectSidebar(page, 3)
  await page.keyboard.press('Control+b')
  await expectSidebar(page, 16)
  await page.setViewportSize({ width: 1101, height: 900 })
  await expectSidebar(page, 16)
  // The page sees both widths only if it draws a frame at each.
  await page.evaluate(async () => {
    for (let n = 0; n < 3; n++) await new Promise(requestAnimationFrame)
  })
  await page.setViewportSize({ width: 768, height: 900 })
  await expectSidebar(page, 3)
})

test('A2.shell.2 Below 768 px the sidebar is a sheet that closes after a choice', async () => {
  const page = await openSignedIn({ width: 767 })
  const sheet = page.getByRole('dialog', { name: 'Navigation' })
  expect(await page.locator('aside').isVisible()).toBe(false)

  await page.getByRole('button', { name: 'Toggle sidebar' }).click()
  await sheet.waitFor()
  expect((await sheet.boundingBox())?.width).toBe(18 * REM)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })

  await page.keyboard.press('Control+b')
  await sheet.getByRole('link', { name: 'Trucks' }).click()
  await page.getByRole('heading', { level: 1, name: 'Trucks' }).waitFor()
  await sheet.waitFor({ state: 'detached' })
})

test('A2.shell.7 A2.shell.8 B37 The stored theme applies before the first paint', async () => {
  const page = await openSignedIn()
  expect(await isDark(page)).toBe(false)
  await page.getByRole('button', { name: 'Switch to dark mode' }).click()
  expect(await isDark(page)).toBe(true)
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark')
  await expectAccessible(page)

  await page.addInitScript(rememberFirstTheme)
  await page.reload()
  await page.getByRole('button', { name: 'Switch to light mode' }).waitFor()
  expect(await page.evaluate(() => document.documentElement.dataset.first)).toBe('dark')
})

test('A9.toasts.3 F8 focuses the toasts, which are at most 420 px wide', async () => {
  const page = await app.openPage('/signup')
  await signUp(page)
  const toast = findToast(page, 'Account created successfully')
  await toast.waitFor()
  await page.keyboard.press('F8')
  const inside = 'li[data-state=open], ol:has(li[data-state=open])'
  await page.waitForFunction((area) => document.activeElement?.matches(area) ?? false, inside)
  expect((await toast.boundingBox())?.width).toBeLessThanOrEqual(420)
})

test('B38 The first Tab focuses a link that skips the navigation', async () => {
  const page = await openSignedIn()
  await page.goto('/drivers')
  await page.getByRole('heading', { level: 1, name: 'Drivers' }).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')
})

async function expectSidebar(page: Page, rem: number): Promise<void> {
  const width = async () => (await page.locator('aside').boundingBox())?.width
  await expect.poll(width, { timeout: 10_000 }).toBe(rem * REM)
}

async function readSidebarCookie(page: Page) {
  const cookies = await page.context().cookies()
  return cookies.find(({ name }) => name === 'sidebar_state')
}

function isDark(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.classList.contains('dark'))
}

/** Runs in the page before its own scripts: stores the theme at the time of the first paint. */
function rememberFirstTheme(): void {
  new MutationObserver((_, observer) => {
    const root = document.documentElement
    if (!document.body) return
    root.dataset.first ??= root.classList.contains('dark') ? 'dark' : 'light'
    observer.disconnect()
  }).observe(document, { childList: true, subtree: true })
}
