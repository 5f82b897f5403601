/** Starts the real server as a process and opens its pages in a real browser. */
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import type { EntityName } from '#core/fields/field.ts'
import { answerNeed, requireNoPapers, type Send } from '#server/testing/answer-needs.ts'
import { COMPANY } from '#server/testing/samples.ts'
import { freshDatabase } from '#server/testing/test-database.ts'
import { findViolations, type Rules } from './axe.ts'
import { openBrowser } from './browser.ts'
import { startServer, type RunningServer } from './server.ts'
import { leaveSharedServer, openSharedServer } from './shared-server.ts'

export const PASSWORD = 'correct horse battery'
const SCREENSHOTS = path.join(import.meta.dirname, '../dist/failed-tests')

export type PageOptions = {
  theme?: 'light' | 'dark'
  width?: number
  timezoneId?: string
  /** A touch screen, as on a phone. */
  touch?: boolean
}

export type App = ReturnType<typeof startApp>

/** One browser for all files of a worker. Playwright ends it with the worker. */
let ofWorker: Promise<Browser> | undefined

/**
 * Opens the server that the test files of a worker share. With a time zone (`serverZone`) or environment variables
 * (`env`), the file gets its own server. An unexpected error on a page or in the server's log fails the test.
 */
export function startApp(serverZone?: string, env?: Record<string, string>) {
  const isShared = !serverZone && !env
  let hasFailed = false
  let server: RunningServer
  let browser: Browser
  const contexts: BrowserContext[] = []
  const errors: string[] = []
  const expected: RegExp[] = []

  beforeAll(async () => {
    ofWorker ??= openBrowser()
    const opening = isShared ? openSharedServer() : startOwn()
    ;[server, browser] = await Promise.all([opening, ofWorker])
  })

  afterEach(async ({ task }) => {
    const pages = contexts.flatMap((context) => context.pages())
    if (task.result?.state === 'fail') {
      hasFailed = true
      for (const page of pages) await takeScreenshot(page, task.name)
    }
    await Promise.all(contexts.splice(0).map((context) => context.close()))
    const unexpected = [...errors.splice(0), ...server.takeErrors()].filter(
      (text) => !expected.some((pattern) => pattern.test(text)),
    )
    expected.length = 0
    expect(unexpected.join('\n'), 'errors on the page').toBe('')
  })

  afterAll(() => (isShared ? leaveSharedServer(hasFailed) : server?.stop()))

  async function startOwn(): Promise<RunningServer> {
    return startServer(await freshDatabase(), serverZone, env)
  }

  function listen(page: Page) {
    page.on('pageerror', (error) => errors.push(String(error)))
    page.on('crash', () => errors.push('The page crashed'))
    page.on('console', (line) => {
      // A signed-out page expects a 401 for the current user.
      const isUserCheck = /auth\/user/.test(line.location().url)
      if (line.type() === 'error' && !isUserCheck)
        errors.push(`${line.text()} (${line.location().url})`)
    })
    page.on('response', (response) => {
      if (response.status() >= 500) errors.push(`${response.status()} of ${response.url()}`)
    })
  }

  async function newPage({ theme, width = 1440, timezoneId, touch }: PageOptions): Promise<Page> {
    const context = await browser.newContext({
      baseURL: server.url,
      viewport: { width, height: width < 768 ? 740 : 900 },
      ...(timezoneId ? { timezoneId } : {}),
      ...(touch ? { hasTouch: true, isMobile: true } : {}),
    })
    contexts.push(context)
    if (theme) await context.addInitScript(setTheme, theme)
    await context.addInitScript(reportBlocked)
    context.on('page', listen)
    // As long as a poll, also for requests and other pages: a busy machine takes ten times as long as an idle one.
    context.setDefaultTimeout(60_000)
    return context.newPage()
  }

  return {
    url: () => server.url,

    /** Declares an error that a test expects: the browser logs every failed request. */
    expectComplaint: (text: RegExp) => expected.push(text),

    /** Opens a page in a new browser context, signed out. It closes after the test. */
    async openPage(at = '/', options: PageOptions = {}) {
      const page = await newPage(options)
      await page.goto(at)
      return page
    },

    /** Opens a blank page, signed in to a new account that requires no papers to bill. */
    async enter(options: PageOptions = {}) {
      const page = await newPage(options)
      answerNeeds(page)
      await signUpByApi(page)
      return page
    },
  }
}

/** Runs in the page. Sets the theme only once, so that a theme chosen later stays. */
function setTheme(theme: string): void {
  if (location.origin === 'null' || localStorage.getItem('theme') !== null) return
  localStorage.setItem('theme', theme)
}

/** Runs in the page. The browser does not log everything that the content security policy blocks, for example `eval`. */
function reportBlocked(): void {
  document.addEventListener('securitypolicyviolation', (event) => {
    reportError(new Error(`Blocked by ${event.violatedDirective}: ${event.blockedURI}`))
  })
}

/** Saves the company's details, which the first approval on a screen would ask for (SPEC C341). */
export async function enterCompany(page: Page): Promise<void> {
  const response = await page.request.post('/api/settings', { data: COMPANY })
  expect(response.status()).toBe(201)
}

let emailCount = 0

/** Requests of the test enter what a paper needs and are sent again (SPEC C341, C342). */
function answerNeeds(page: Page): void {
  const { request } = page
  const post = request.post.bind(request)
  const send = sendOf(page)
  request.post = async (path, options) => {
    const response = await post(path, options)
    if (response.status() !== 409) return response
    const answered = await answerNeed(send, path, await response.json().catch(() => undefined))
    return answered ? request.post(path, options) : response
  }
}

function sendOf({ request }: Page): Send {
  return async (method, path, data) => {
    const options = data === undefined ? { method } : { method, data }
    const response = await request.fetch(path, options)
    return { status: response.status(), body: await response.json().catch(() => undefined) }
  }
}

async function signUpByApi(page: Page): Promise<void> {
  const data = { email: newEmail(), password: PASSWORD, firstName: 'Pat', lastName: 'Doe' }
  expect((await page.request.post('/api/signup', { data })).status()).toBe(201)
  await requireNoPapers(sendOf(page))
}

function newEmail(): string {
  return `person${++emailCount}.${Date.now()}@example.com`
}

/** Signs up a new account on the screen; returns its email. */
export async function signUp(page: Page): Promise<string> {
  const email = newEmail()
  await page.goto('/signup')
  await page.getByLabel('First Name').fill('Pat')
  await page.getByLabel('Last Name').fill('Doe')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  return email
}

type SettlementPath = 'billing' | 'deduction-rules' | `billing/${number}/${string}`

/** Creates a record through the API in the page's account. */
export async function create(page: Page, entity: EntityName | SettlementPath, data: object) {
  const response = await page.request.post(`/api/${entity}`, { data })
  expect(response.status(), await response.text()).toBe(201)
  return (await response.json()) as { id: number; [field: string]: unknown }
}

/** Expects no violation of WCAG 2.2 AA (SPEC B38). `within`: a selector of the part of the page to check. */
export async function expectAccessible(page: Page, within?: string, rules?: Rules): Promise<void> {
  // A bar that floats over the page covers part of some button at any scroll position.
  const style = await page.addStyleTag({
    content: '[data-floating] { position: static !important }',
  })
  const found = await findViolations(page, within, rules)
  await style.evaluate((element) => (element as Element).remove())
  expect(found.join('\n'), `accessibility of ${page.url()}`).toBe('')
}

/** The open toast. */
export function findToast(page: Page, title: string | RegExp) {
  const toasts = page.getByRole('status').or(page.locator('li[data-state=open]'))
  return toasts.filter({ hasText: title }).first()
}

/** Saves a screenshot of a failed test in dist/failed-tests. */
async function takeScreenshot(page: Page, test: string): Promise<void> {
  await mkdir(SCREENSHOTS, { recursive: true })
  const name = test.replaceAll(/[^\p{L}\d]+/gu, '-').slice(0, 80)
  await page.screenshot({ path: path.join(SCREENSHOTS, `${name}.png`), fullPage: true })
}
