/** Measures the size of the screens in a browser, and the time from a keystroke until the rows are painted. */
import type { Browser, Page } from 'playwright-core'
import { openBrowser } from '#e2e/browser.ts'
import type { Bench, Row } from './bench.ts'
import { formatMs, quantile } from './measure.ts'

declare global {
  interface Window {
    /** Milliseconds from each keystroke until its rows were painted. */
    keyTimes: number[]
  }
}

const KB = 1000
const SCREENS = [
  { path: '/login', maxKb: 100 },
  { path: '/', maxKb: 200 },
  { path: '/loads', maxKb: 220 },
]
const MAX_KEY_MS = 150
/** Each word is typed one letter at a time, and then cleared. */
const WORDS = ['dallas', 'l-1234567', 'zqx', 'marian', '1003', 'ny']

export async function measureBrowser(bench: Bench): Promise<Row[]> {
  const browser = await openBrowser()
  try {
    return [await measureSize(browser, bench), await measureKeys(browser, bench)]
  } finally {
    await browser.close()
  }
}

async function measureSize(browser: Browser, bench: Bench): Promise<Row> {
  const sizes: number[] = []
  for (const { path } of SCREENS) sizes.push(await measureDownload(browser, bench, path))
  return {
    name: 'scripts and styles, compressed',
    method: 'login; dashboard; loads',
    goal: SCREENS.map(({ maxKb }) => `≤ ${maxKb} kB`).join('; '),
    result: sizes.map((size) => `${(size / KB).toFixed(1)} kB`).join('; '),
    met: SCREENS.every(({ maxKb }, index) => (sizes[index] ?? Infinity) <= maxKb * KB),
    raw: 'without what the idle browser loads later',
  }
}

async function measureDownload(browser: Browser, bench: Bench, path: string): Promise<number> {
  const page = await openPage(browser, bench, path !== '/login')
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0
  })
  const sizes: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    if (/\.(js|css)$/.test(new URL(request.url()).pathname))
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
  })
  await page.goto(path, { waitUntil: 'networkidle' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  await page.context().close()
  return total
}

async function openPage(browser: Browser, { url, large }: Bench, signedIn: boolean): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } })
  const [name = '', value = ''] = large.cookie.split('=')
  if (signedIn) await context.addCookies([{ name, value, url }])
  return context.newPage()
}

async function measureKeys(browser: Browser, bench: Bench): Promise<Row> {
  const page = await openPage(browser, bench, true)
  await page.addInitScript(recordKeyTimes)
  await page.goto('/loads')
  await page.locator('tbody tr').nth(20).waitFor()
  const search = page.getByRole('searchbox')
  let searches = 0
  for (const word of WORDS) {
    await search.focus()
    for (const letter of word) {
      await page.keyboard.press(letter)
      searches++
      await page.waitForFunction((count) => window.keyTimes.length >= count, searches)
    }
    await search.fill('')
    await page.waitForLoadState('networkidle')
  }
  const times = await page.evaluate(() => window.keyTimes)
  const median = quantile(times, 0.5)
  return {
    name: 'key to painted rows, 200,000 loads',
    method: 'median in Chromium',
    goal: `≤ ${MAX_KEY_MS} ms`,
    result: formatMs(median),
    met: median <= MAX_KEY_MS,
    raw: `${times.length} letters; p95 ${formatMs(quantile(times, 0.95))}`,
  }
}

/**
 * Runs in the page. Measures the time from a keystroke to the second frame after the response with its rows.
 * The first frame lays the rows out, and the second shows them.
 */
function recordKeyTimes(): void {
  window.keyTimes = []
  let pressedAt = 0
  addEventListener('keydown', (event) => (pressedAt = event.timeStamp), { capture: true })
  new PerformanceObserver((entries) => {
    if (!entries.getEntries().some(({ name }) => /\/api\/loads\?.*search=/.test(name))) return
    const recordTime = (time: number) => window.keyTimes.push(time - pressedAt)
    requestAnimationFrame(() => requestAnimationFrame(recordTime))
  }).observe({ type: 'resource' })
}
