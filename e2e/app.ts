/** The real server as a process of its own, and pages of a real browser that look at it. */
import { spawn, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { freshDatabase } from '#server/testing/test-database.ts'
import { openBrowser } from './browser.ts'

export const PASSWORD = 'correct horse battery'
const READY = /Haulbook is ready at (\S+)/
const ROOT = path.join(import.meta.dirname, '..')

export type Look = { theme?: 'light' | 'dark'; width?: number; timezoneId?: string }

/** Starts server and browser before a file's tests and ends them after; what a page complains of fails the test. */
export function startApp() {
  let server: { url: string; child: ChildProcess }
  let browser: Browser
  const contexts: BrowserContext[] = []
  const complaints: string[] = []
  const accepted: RegExp[] = []

  beforeAll(async () => {
    const database = await freshDatabase()
    ;[server, browser] = await Promise.all([startServer(database), openBrowser()])
  })

  afterEach(() => {
    const unexpected = complaints
      .splice(0)
      .filter((text) => !accepted.some((one) => one.test(text)))
    accepted.length = 0
    expect(unexpected, 'errors on the page').toEqual([])
  })

  afterAll(async () => {
    await browser?.close()
    const ended = new Promise((resolve) => server?.child.on('exit', resolve))
    server?.child.kill('SIGTERM')
    if (server) await ended
  })

  return {
    url: () => server.url,

    /** A refused request is a line on the browser's console: say which a test expects. */
    expectComplaint: (text: RegExp) => accepted.push(text),

    /** A new person at a new browser. */
    async openPage(
      at = '/',
      { theme = 'light', width = 1440, timezoneId }: Look = {},
    ): Promise<Page> {
      const context = await browser.newContext({
        baseURL: server.url,
        viewport: { width, height: width < 768 ? 740 : 900 },
        ...(timezoneId ? { timezoneId } : {}),
      })
      contexts.push(context)
      await context.addInitScript((wanted) => localStorage.setItem('theme', wanted), theme)
      const page = await context.newPage()
      page.setDefaultTimeout(10_000)
      page.on('pageerror', (error) => complaints.push(String(error)))
      page.on('console', (line) => {
        // Asking who is signed in is answered with 401 when nobody is: that is how the screen learns it.
        if (line.type() === 'error' && !/auth\/user/.test(line.location().url))
          complaints.push(line.text())
      })
      await page.goto(at)
      return page
    },

    async closePages() {
      await Promise.all(contexts.splice(0).map((context) => context.close()))
    },
  }
}

let people = 0

/** Signs a new account up through the screen. */
export async function signUp(page: Page): Promise<string> {
  const email = `person${++people}.${Date.now()}@example.com`
  await page.goto('/signup')
  await page.getByLabel('First Name').fill('Pat')
  await page.getByLabel('Last Name').fill('Doe')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  return email
}

/** Nothing for a reader of the page to stumble over (WCAG 2.2 AA). */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
  )
  expect(found).toEqual([])
}

/** The notification that is on the screen. */
export function toastOf(page: Page, title: string) {
  return page
    .getByRole('status')
    .or(page.locator('li[data-state=open]'))
    .filter({ hasText: title })
    .first()
}

async function startServer(database: string): Promise<{ url: string; child: ChildProcess }> {
  const env = { ...process.env, PORT: '0', HOST: '127.0.0.1', DATABASE_URL: database }
  const child = spawn(process.execPath, ['src/server/main.ts'], {
    cwd: ROOT,
    env: { ...env, LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      const ready = READY.exec(chunk.toString())?.[1]
      if (ready) resolve(ready)
    })
    child.on('exit', (code) =>
      reject(new Error(`The server ended with ${code} before it was ready`)),
    )
  })
  return { url, child }
}
