/** No screen that a role can reach sends a request that the role can't send (SPEC C82). */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import { create, PASSWORD, startApp } from './app.ts'
import { followTo, SCREENS } from './screens.ts'

const app = startApp()
const DAY = '2026-11-20'

/** LONG=1 visits as every role. Safety and an owner reach the least of the office and the most of the portal. */
const ROLES = process.env.LONG
  ? ['accounting', 'dispatcher', 'safety', 'viewer', 'owner', 'driver']
  : ['dispatcher', 'safety', 'owner']

type Admin = {
  send: (method: 'post' | 'put', path: string, data?: object) => Promise<{ link: string }>
  represented: Record<string, object>
  truckId: number
}

/** A carrier with approved statements of an owner and of a driver, and a draft: each screen has something to show. */
async function prepareCarrier(): Promise<Admin> {
  const page = await app.enter()
  const send: Admin['send'] = async (method, path, data = {}) => {
    const response = await page.request[method](path, { data })
    expect([path, response.ok(), await response.text()]).toEqual([path, true, expect.any(String)])
    return (await response.json()) as { link: string }
  }
  const owner = await create(page, 'owners', makeSample('owners'))
  const driver = await create(page, 'drivers', makeSample('drivers'))
  await create(page, 'brokers', makeSample('brokers'))
  await create(page, 'dispatchers', makeSample('dispatchers'))
  const trucks: number[] = []
  for (const at of [0, 1, 2]) {
    const people = at === 1 ? { driverId: driver.id } : { ownerId: owner.id, driverId: driver.id }
    const truck = { ...makeSample('trucks', at), truckId: `10${at}`, ...people }
    const { id: truckId } = await create(page, 'trucks', truck)
    trucks.push(truckId)
    const load = { ...makeSample('loads', at), truckId, driverId: driver.id, bolStatus: 'received' }
    await create(page, 'loads', load)
    const { id } = await create(page, 'billing', { truckId, settlementDate: DAY, fuel: '10' })
    if (at < 2) await send('post', `/api/billing/${id}/approve`)
  }
  const represented = { owner: { ownerId: owner.id }, driver: { driverId: driver.id } }
  return { send, represented, truckId: trucks[2] ?? 0 }
}

test('C82 No screen that a role is offered sends a request that is rejected', async () => {
  const admin = await prepareCarrier()
  const refused: string[] = []
  app.expectComplaint(/403/)
  async function visitScreens(role: string, email = role) {
    const page = await join(admin, role, `${email}.${Date.now()}@example.com`)
    page.on('response', (response) => {
      const { pathname } = new URL(response.url())
      if (response.status() === 403) refused.push(`${email} at ${page.url()}: ${pathname}`)
    })
    const screens = [
      ...SCREENS,
      `/settlements?truck=${admin.truckId}&date=${DAY}`,
      `/settlements/run?week=${DAY}`,
    ]
    const isOfPortal = role in admin.represented
    const visited = await visitOffered(page, isOfPortal ? ['/'] : screens)
    expect([email, visited.length > (isOfPortal ? 3 : 20)]).toEqual([email, true])
  }
  await admin.send('put', '/api/team/settings', { dispatcherRevenue: false, viewerRevenue: true })
  await Promise.all(ROLES.map((role) => visitScreens(role)))
  if (!process.env.LONG) return expect(refused).toEqual([])
  await admin.send('put', '/api/team/settings', { dispatcherRevenue: true, viewerRevenue: false })
  await visitScreens('viewer', 'viewer-without-revenue')
  expect(refused).toEqual([])
}, 300_000)

async function join({ send, represented }: Admin, role: string, email: string): Promise<Page> {
  const { link } = await send('post', '/api/team/invitations', {
    email,
    role,
    ...represented[role],
  })
  const page = await app.openPage('about:blank')
  await page.clock.setFixedTime(new Date('2026-11-25T12:00:00'))
  const data = { token: link.split('#')[1], password: PASSWORD, firstName: 'Sam' }
  expect((await page.request.post('/api/invitation', { data })).status()).toBe(201)
  return page
}

/** Links that are not screens, or that are the same for everyone. */
const SKIPPED = /^\/(?:api|help)\b/

/**
 * Opens the screens of `start` and every screen that they link to. Opens one screen of each kind: "/owners/7" and "/owners/8" are the same kind.
 * Returns their paths.
 */
async function visitOffered(page: Page, start: readonly string[]): Promise<string[]> {
  const visited = start.filter((path) => !SKIPPED.test(path))
  const known = new Set(visited.map(toKind))
  const waitForAnswers = watchRequests(page)
  await page.goto('/')
  for (const path of visited) {
    await followTo(page, path)
    await waitForAnswers()
    for (const offered of await listLinks(page)) {
      if (SKIPPED.test(offered) || known.has(toKind(offered))) continue
      known.add(toKind(offered))
      visited.push(offered)
    }
  }
  return visited
}

/** No request for this long: the screen has sent all that it sends. */
const QUIET_MS = 300

/** Returns a function that waits until no request is running. Playwright knows this only of a page that is being loaded. */
function watchRequests(page: Page): () => Promise<void> {
  let running = 0
  let last = Date.now()
  const count = (change: number) => {
    running += change
    last = Date.now()
  }
  page.on('request', () => count(1))
  page.on('requestfinished', () => count(-1))
  page.on('requestfailed', () => count(-1))
  return async () => {
    last = Date.now()
    while (running > 0 || Date.now() - last < QUIET_MS) await page.waitForTimeout(50)
  }
}

async function listLinks(page: Page): Promise<string[]> {
  const links = page.locator('a[href^="/"]')
  return links.evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''))
}

/** "/owners/7?edit" → "/owners/0" */
function toKind(address: string): string {
  return new URL(address, 'http://localhost').pathname.replaceAll(/\d+/g, '0')
}
