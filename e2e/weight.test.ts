import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import { create, PASSWORD, startApp } from './app.ts'

const app = startApp()
const KB = 1000

/** The gzipped size of a screen's scripts in bytes, without those loaded while idle. */
async function measureScripts(page: Page, path: string): Promise<number> {
  const bodies: Promise<Buffer>[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) bodies.push(response.body())
  })
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0
  })
  await page.goto(path, { waitUntil: 'networkidle' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  const sizes = (await Promise.all(bodies)).map((body) => gzipSync(body).length)
  return sizes.reduce((sum, size) => sum + size, 0)
}

type Membership = { role: 'dispatcher' } | { role: 'driver'; driverId: number }

/** The link of an invitation to a person without a login. */
async function invite({ request }: Page, membership: Membership): Promise<string> {
  const data = { email: `${membership.role}.${Date.now()}@example.com`, ...membership }
  const response = await request.post('/api/team/invitations', { data })
  return ((await response.json()) as { link: string }).link
}

/** A blank page of a driver who is signed in. */
async function enterPortal(): Promise<Page> {
  const office = await app.enter()
  const driver = await create(office, 'drivers', makeSample('drivers'))
  const link = await invite(office, { role: 'driver', driverId: driver.id })
  const page = await app.openPage('/favicon.svg')
  const data = { token: link.split('#')[1], password: PASSWORD, firstName: 'Ana' }
  expect((await page.request.post('/api/invitation', { data })).status()).toBe(201)
  return page
}

test('C69 The login, the sign-up and an invitation load less than 115 KB of scripts', async () => {
  const invitation = await invite(await app.enter(), { role: 'dispatcher' })
  for (const path of ['/login', '/signup', invitation]) {
    const page = await app.openPage('/favicon.svg')
    expect(await measureScripts(page, path), path).toBeLessThan(115 * KB)
  }
})

test('C81 A screen loads less than 310 KB of scripts, the portal of a driver less than 240 KB', async () => {
  expect(await measureScripts(await enterPortal(), '/portal/loads')).toBeLessThan(240 * KB)
  for (const path of ['/', '/drivers', '/loads'])
    expect(await measureScripts(await app.enter(), path), path).toBeLessThan(310 * KB)
})
