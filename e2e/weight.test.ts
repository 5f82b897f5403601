import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startApp } from './app.ts'

const app = startApp()
const KB = 1000

/** The gzipped size of all scripts until the screen stands. */
async function scriptsOf(page: Page, path: string): Promise<number> {
  const bodies: Promise<Buffer>[] = []
  page.on('response', (answer) => {
    if (answer.url().endsWith('.js')) bodies.push(answer.body())
  })
  await page.goto(path, { waitUntil: 'networkidle' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  const sizes = (await Promise.all(bodies)).map((body) => gzipSync(body).length)
  return sizes.reduce((sum, size) => sum + size, 0)
}

test('the login does not wait for the program behind it', async () => {
  for (const path of ['/login', '/signup']) {
    expect(await scriptsOf(await app.openPage('/favicon.svg'), path)).toBeLessThan(100 * KB)
  }
})

test.each([
  ['/', 200],
  ['/drivers', 220],
  ['/loads', 220],
])('%s stands with at most %i kB of scripts', async (path, most) => {
  expect(await scriptsOf(await app.enter(), path)).toBeLessThan(most * KB)
})
