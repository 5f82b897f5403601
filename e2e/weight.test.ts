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

test('C69 The login and the sign-up load less than 100 KB of scripts, an invitation 105 KB', async () => {
  const limits = [
    ['/login', 100],
    ['/signup', 100],
    [await invite(await app.enter(), { role: 'dispatcher' }), 105],
  ] as const
  for (const [path, most] of limits) {
    expect(await measureScripts(await app.openPage('/favicon.svg'), path), path).toBeLessThan(
      most * KB,
    )
  }
})

test('C81 The screens load at most 255 KB of scripts, the portal of a driver less than 221 KB', async () => {
  expect(await measureScripts(await enterPortal(), '/portal/loads')).toBeLessThan(221 * KB)
  for (const [path, most] of [
    ['/', 218],
    ['/drivers', 250],
    ['/loads', 255],
  ] as const)
    expect(await measureScripts(await app.enter(), path), path).toBeLessThan(most * KB)
})
