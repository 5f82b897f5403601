import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible, startApp } from './app.ts'
import { hold } from './steps.ts'

const app = startApp()

const REM = 16
const DAY_SECONDS = 24 * 60 * 60

test('A2.shell.1 A2.shell.5 A2.shell.6 A2.shell.7 A9.tooltips.1 B37 C55 Ctrl+B toggles the sidebar, and its cookie remembers it; without one it is collapsed up to 1100 px', async () => {
  const page = await app.enter()
  await page.goto('/')
  await expectSidebar(page, 16)
  await page.keyboard.press('Control+b')
  await expectSidebar(page, 3)
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expectSidebar(page, 3)
  await expect.poll(() => readSidebarCookie(page)).toMatchObject({ value: 'false', path: '/' })

  await page.getByRole('link', { name: 'Brokers' }).hover()
  await page.getByRole('tooltip', { name: 'Brokers' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('tooltip').waitFor({ state: 'detached' })
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Toggle sidebar' }).click()
  await expectSidebar(page, 16)
  // The sidebar is wide before its cookie is written.
  await expect.poll(() => readSidebarCookie(page)).toMatchObject({ value: 'true' })
  const { expires = 0 } = (await readSidebarCookie(page)) ?? {}
  expect(Math.round((expires - Date.now() / 1000) / DAY_SECONDS)).toBe(7)

  await page.context().clearCookies({ name: 'sidebar_state' })
  await page.setViewportSize({ width: 1100, height: 900 })
  await page.reload()
  await expectSidebar(page, 3)
  await page.keyboard.press('Control+b')
  await expectSidebar(page, 16)
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expectSidebar(page, 16)
  await page.setViewportSize({ width: 768, height: 900 })
  await expectSidebar(page, 16)
})

test('C464 Screens open at their top and come back where they were', async () => {
  const page = await app.enter()
  await page.setViewportSize({ width: 1366, height: 625 })
  await page.goto('/settings')
  await page.getByRole('heading', { level: 2, name: 'Company Information' }).waitFor()
  const readScroll = () => page.evaluate(() => Math.round(window.scrollY))
  // The screen is long enough once its data is there.
  const scroll = () => page.evaluate(() => window.scrollTo(0, 300))
  await expect.poll(() => scroll().then(readScroll)).toBe(300)
  await page.getByRole('link', { name: 'Drivers' }).click()
  await page.getByRole('heading', { level: 1, name: 'Drivers' }).waitFor()
  expect(await readScroll()).toBe(0)
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
  await expect.poll(readScroll).toBe(300)
})

test.each([
  { width: 1366, height: 625 },
  { width: 1280, height: 720 },
  { width: 1440, height: 789 },
  { width: 1024, height: 768 },
  { width: 768, height: 1024 },
  { width: 390, height: 844, touch: true },
])(
  'C464 C465 At $width × $height every place is in view without scrolling, and Log Out is one press away',
  async ({ touch = false, ...size }) => {
    const page = await app.enter({ width: size.width, touch })
    await page.setViewportSize(size)
    await page.goto('/')
    await page.getByRole('heading', { level: 1 }).waitFor()
    if (size.width < 768) await page.getByRole('button', { name: 'Toggle sidebar' }).click()
    const places = page.getByRole('navigation', { name: 'Main' })
    expect(await places.getByRole('link').evaluateAll(listHidden)).toEqual([])
    const person = page.getByRole('button', { name: /^Pat Doe, / })
    expect(await person.evaluateAll(listHidden)).toEqual([])
    await person.click()
    const logOut = page.getByRole('menuitem', { name: 'Log Out' })
    await logOut.waitFor()
    expect(await logOut.evaluateAll(listHidden)).toEqual([])
    await expectAccessible(page)
  },
)

/** Runs in the page: the texts of elements that are not wholly in view, or that something covers. */
function listHidden(elements: Element[]): string[] {
  const hidden = elements.filter((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    const shown = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    const isInView = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight
    return !isInView || !element.contains(shown)
  })
  return hidden.map(({ textContent, ariaLabel }) => ariaLabel ?? textContent)
}

test('C466 The title is at the same place on every screen, at each width', async () => {
  const page = await app.enter()
  const seen = new Set<string>()
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    for (const path of TITLED) {
      await page.goto(path)
      const title = page.getByRole('heading', { level: 1 })
      await title.waitFor()
      const { x, y } = (await title.boundingBox()) ?? {}
      const size = await title.evaluate((element) => getComputedStyle(element).fontSize)
      seen.add(`${width}: ${x}, ${y}, ${size}`)
    }
  }
  expect([...seen]).toHaveLength(2)
})

test('C466 The link back and the description beside it are one line, as high as a description alone', async () => {
  const page = await app.enter()
  await page.goto('/receipts/new')
  const back = page.getByRole('link', { name: '‹ Money Received' })
  const description = page.getByText('A check, ACH or wire from one broker')
  await description.waitFor()
  const [link, text] = await Promise.all([back.boundingBox(), description.boundingBox()])
  const middle = (box: typeof link) => (box ? box.y + box.height / 2 : 0)
  expect(Math.abs(middle(link) - middle(text))).toBeLessThanOrEqual(0.5)
  const header = await page.locator('main header').first().boundingBox()
  await page.goto('/settings')
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
  expect(header?.height).toBe((await page.locator('main header').first().boundingBox())?.height)
})

/** A list, a list with tabs, a screen of cards, one with tabs, and one below another. */
const TITLED = ['/drivers', '/loads', '/', '/settings', '/settlements/statements', '/receipts/new']

test('A2.shell.2 Below 768 px the sidebar is a sheet that closes after a choice', async () => {
  const page = await app.enter({ width: 767 })
  await page.goto('/')
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

test('A2.access.2 A2.shell.7 A2.shell.8 B37 The stored theme applies before the first paint, and only "Loading..." is shown until the user is known', async () => {
  const page = await app.enter()
  await page.goto('/')
  expect(await isDark(page)).toBe(false)
  await page.getByRole('button', { name: 'Switch to dark mode' }).click()
  expect(await isDark(page)).toBe(true)
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark')
  await expectAccessible(page)

  await page.addInitScript(rememberFirstTheme)
  const release = await hold(page, '**/api/auth/user')
  await page.reload({ waitUntil: 'commit' })
  await page.getByText('Loading...', { exact: true }).waitFor()
  expect(await page.getByRole('navigation').count()).toBe(0)
  release()
  await page.getByRole('button', { name: 'Switch to light mode' }).waitFor()
  expect(await page.evaluate(() => document.documentElement.dataset.first)).toBe('dark')
})

async function expectSidebar(page: Page, rem: number): Promise<void> {
  const width = async () => (await page.locator('aside').boundingBox())?.width
  await expect.poll(width).toBe(rem * REM)
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
