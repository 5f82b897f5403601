/** Every screen that a role is offered, without a request that the role may not send (SPEC C82). */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import { create, PASSWORD, startApp } from './app.ts'
import { SCREENS } from './screens.ts'

const app = startApp()
let admin: Page
const records: { ownerId?: number; driverId?: number } = {}

/** A paid week, an approved one and a draft, so that each screen has something to show. */
beforeAll(async () => {
  admin = await app.enter()
  const owner = await create(admin, 'owners', makeSample('owners'))
  const driver = await create(admin, 'drivers', makeSample('drivers'))
  Object.assign(records, { ownerId: owner.id, driverId: driver.id })
  await create(admin, 'brokers', makeSample('brokers'))
  await create(admin, 'dispatchers', makeSample('dispatchers'))
  for (const at of [0, 1, 2]) {
    const people = at === 1 ? { driverId: driver.id } : { ownerId: owner.id, driverId: driver.id }
    const truck = { ...makeSample('trucks', at), truckId: `10${at}`, ...people }
    const { id: truckId } = await create(admin, 'trucks', truck)
    const load = { ...makeSample('loads', at), truckId, driverId: driver.id, bolStatus: 'received' }
    await create(admin, 'loads', load)
    const settlement = { truckId, settlementDate: '2026-11-20', fuel: '10' }
    const { id } = await create(admin, 'billing', settlement)
    if (at < 2) await send('post', `/api/billing/${id}/approve`)
  }
})

async function send(method: 'post' | 'put', path: string, data: object = {}) {
  const response = await admin.request[method](path, { data })
  expect([path, response.ok(), await response.text()]).toEqual([path, true, expect.any(String)])
  return (await response.json()) as { link: string }
}

test.each([
  ['accounting', {}],
  ['dispatcher', { dispatcherRevenue: true }],
  ['dispatcher', { dispatcherRevenue: false }],
  ['safety', {}],
  ['viewer', { viewerRevenue: true }],
  ['viewer', { viewerRevenue: false }],
  ['owner', {}],
  ['driver', { driverRevenue: false }],
])(
  'C82 No screen that %s is offered is refused anything, with %o',
  async (role, settings) => {
    await send('put', '/api/team/settings', settings)
    const page = await join(role, `${role}${Object.values(settings).join('')}@example.com`)
    const isOfOffice = role !== 'owner' && role !== 'driver'
    const visited = await visitOffered(page, isOfOffice ? SCREENS : ['/', '/portal/account'])
    expect(visited.length).toBeGreaterThan(isOfOffice ? 20 : 4)
  },
  180_000,
)

async function join(role: string, email: string): Promise<Page> {
  const represented =
    role === 'owner'
      ? { ownerId: records.ownerId }
      : role === 'driver' && { driverId: records.driverId }
  const { link } = await send('post', '/api/team/invitations', { email, role, ...represented })
  const page = await app.openPage('about:blank')
  await page.clock.setFixedTime(new Date('2026-11-25T12:00:00'))
  const data = { token: link.split('#')[1], password: PASSWORD, firstName: 'Sam' }
  expect((await page.request.post('/api/invitation', { data })).status()).toBe(201)
  return page
}

/** What a screen links to that is no screen, or the same for everyone. */
const SKIPPED = /^\/(?:api\/|help\/)/

/**
 * Opens the screens of `start`, and each screen that one of them links to, once per kind: "/owners/7" and "/owners/8" are one.
 * Returns their paths. A refused request is an error on the page, which fails the test.
 */
async function visitOffered(page: Page, start: readonly string[]): Promise<string[]> {
  const visited = start.filter((path) => !SKIPPED.test(path))
  const known = new Set(visited.map(toKind))
  for (const path of visited) {
    await page.goto(path)
    await page.getByRole('heading').first().waitFor()
    await page.waitForLoadState('networkidle')
    for (const offered of await listLinks(page)) {
      if (SKIPPED.test(offered) || known.has(toKind(offered))) continue
      known.add(toKind(offered))
      visited.push(offered)
    }
  }
  return visited
}

async function listLinks(page: Page): Promise<string[]> {
  const links = page.locator('a[href^="/"]')
  return links.evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''))
}

/** "/settlements?truck=1&date=2026-11-20" → "/settlements?date,truck" */
function toKind(address: string): string {
  const { pathname, searchParams } = new URL(address, 'http://localhost')
  return `${pathname.replaceAll(/\d+/g, '0')}?${[...searchParams.keys()].toSorted().join()}`
}
