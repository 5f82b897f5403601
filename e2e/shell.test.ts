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

test('C464 Settings is in view on a laptop, and screens open at their top and come back where they were', async () => {
  const page = await app.enter()
  await page.setViewportSize({ width: 1366, height: 625 })
  await page.goto('/settings')
  await page.getByRole('heading', { level: 2, name: 'Company Information' }).waitFor()
  const settings = page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Settings' })
  const box = await settings.boundingBox()
  expect((box?.y ?? 999) + (box?.height ?? 0)).toBeLessThanOrEqual(625)
  const readScroll = () => page.evaluate(() => Math.round(window.scrollY))
  await page.evaluate(() => window.scrollTo(0, 700))
  await expect.poll(readScroll).toBe(700)
  await page.getByRole('link', { name: 'Drivers' }).click()
  await page.getByRole('heading', { level: 1, name: 'Drivers' }).waitFor()
  expect(await readScroll()).toBe(0)
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
  await expect.poll(readScroll).toBe(700)
})

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
