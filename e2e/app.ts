/** The real server as a process of its own, and pages of a real browser that look at it. */
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import type { EntityName } from '#core/fields/field.ts'
import { freshDatabase } from '#server/testing/test-database.ts'
import { openBrowser } from './browser.ts'
import { startServer, type RunningServer } from './server.ts'

export const PASSWORD = 'correct horse battery'
const PICTURES = path.join(import.meta.dirname, '../dist/failed-tests')
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

export type Look = {
  theme?: 'light' | 'dark'
  width?: number
  timezoneId?: string
  /** By finger, as on a phone. */
  touch?: boolean
}

export type App = ReturnType<typeof startApp>

/** Starts server and browser before a file's tests and ends them after; what a page complains of fails the test. */
export function startApp(serverZone?: string) {
  let server: RunningServer
  let browser: Browser
  const contexts: BrowserContext[] = []
  const complaints: string[] = []
  const accepted: RegExp[] = []

  beforeAll(async () => {
    const database = await freshDatabase()
    ;[server, browser] = await Promise.all([startServer(database, serverZone), openBrowser()])
  })

  afterEach(async ({ task }) => {
    const pages = contexts.flatMap((context) => context.pages())
    if (task.result?.state === 'fail') for (const page of pages) await takePicture(page, task.name)
    await Promise.all(contexts.splice(0).map((context) => context.close()))
    const unexpected = [...complaints.splice(0), ...server.complaints()].filter(
      (text) => !accepted.some((one) => one.test(text)),
    )
    accepted.length = 0
    expect(unexpected, 'errors on the page').toEqual([])
  })

  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  function listen(page: Page) {
    page.on('pageerror', (error) => complaints.push(String(error)))
    page.on('crash', () => complaints.push('The page crashed'))
    page.on('console', (line) => {
      // Asking who is signed in is answered with 401 when nobody is: that is how the screen learns it.
      const asking = /auth\/user/.test(line.location().url)
      if (line.type() === 'error' && !asking)
        complaints.push(`${line.text()} (${line.location().url})`)
    })
    page.on('response', (answer) => {
      if (answer.status() >= 500) complaints.push(`${answer.status()} of ${answer.url()}`)
    })
  }

  async function newPage({ theme, width = 1440, timezoneId, touch }: Look): Promise<Page> {
    const context = await browser.newContext({
      baseURL: server.url,
      viewport: { width, height: width < 768 ? 740 : 900 },
      ...(timezoneId ? { timezoneId } : {}),
      ...(touch ? { hasTouch: true, isMobile: true } : {}),
    })
    contexts.push(context)
    if (theme) await context.addInitScript(chooseOnce, theme)
    context.on('page', listen)
    const page = await context.newPage()
    page.setDefaultTimeout(10_000)
    return page
  }

  return {
    url: () => server.url,

    /** A refused request is a line on the browser's console: say which a test expects. */
    expectComplaint: (text: RegExp) => accepted.push(text),

    /** A new person at a new browser, until the test ends; with no theme, as a browser that never chose one. */
    async openPage(at = '/', look: Look = {}) {
      const page = await newPage(look)
      await page.goto(at)
      return page
    },

    /** Somebody with a new account, who has not gone to any screen yet. */
    async enter(look: Look = {}) {
      const page = await newPage(look)
      await signUpByCall(page)
      return page
    },
  }
}

/** Runs in the page. Once, and where there is storage: a theme that the person chooses afterwards must stay. */
function chooseOnce(theme: string): void {
  if (location.origin === 'null' || localStorage.getItem('theme') !== null) return
  localStorage.setItem('theme', theme)
}

let people = 0

async function signUpByCall(page: Page): Promise<void> {
  const data = { email: newEmail(), password: PASSWORD, firstName: 'Pat', lastName: 'Doe' }
  expect((await page.request.post('/api/signup', { data })).status()).toBe(201)
}

function newEmail(): string {
  return `person${++people}.${Date.now()}@example.com`
}

/** Signs a new account up through the screen. */
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

type Settled = 'billing' | 'deduction-rules' | `billing/${number}/${string}`

/** Makes a record through the API, in the page's account. */
export async function create(page: Page, entity: EntityName | Settled, data: object) {
  const answer = await page.request.post(`/api/${entity}`, { data })
  expect(answer.status(), await answer.text()).toBe(201)
  return (await answer.json()) as { id: number; [field: string]: unknown }
}

/** Nothing for a reader of the page to stumble over (SPEC B38: WCAG 2.2 AA). `rules` asks for these alone. */
export async function expectAccessible(page: Page, rules?: string[]): Promise<void> {
  // No page of ours has frames: without looking for any, and for what passes, it takes a fourth of the time.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })
  const { violations } = await (rules ? axe.withRules(rules) : axe.withTags(RULES)).analyze()
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ target, html }) => `${id}: ${help}\n  at ${target.join(' ')}\n  ${html.slice(0, 200)}`,
    ),
  )
  expect(found.join('\n'), `accessibility of ${page.url()}`).toBe('')
}

/** The notification that is on the screen. */
export function findToast(page: Page, title: string) {
  const toasts = page.getByRole('status').or(page.locator('li[data-state=open]'))
  return toasts.filter({ hasText: title }).first()
}

/** What the person saw when it failed, in dist/failed-tests. */
async function takePicture(page: Page, test: string): Promise<void> {
  await mkdir(PICTURES, { recursive: true })
  const name = test.replaceAll(/[^\p{L}\d]+/gu, '-').slice(0, 80)
  await page.screenshot({ path: path.join(PICTURES, `${name}.png`), fullPage: true })
}
