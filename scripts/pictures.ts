/** `npm run pictures` makes the screenshots of the README and the user guide from the demo's data on a fixed day. */
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { addDays, formatDay } from '#core/calendar.ts'
import { toCents } from '#core/money.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import { openBrowser } from '#e2e/browser.ts'
import { startServer } from '#e2e/server.ts'
import { writeDemo } from './demo/account.ts'

const ROOT = path.join(import.meta.dirname, '..')
const PICTURES = path.join(ROOT, 'docs/pictures')
const GUIDE = path.join(ROOT, 'docs/guide/pictures')
const PDFJS = path.join(ROOT, 'node_modules/pdfjs-dist/legacy/build')
const TODAY = '2026-11-18'
const ACCOUNT = { email: 'demo@example.com', password: 'mango ladder 480', firstName: 'Demo' }

/** The address of each screen in the user guide, and a text that appears once the screen has loaded. */
const GUIDE_SCREENS: Record<string, [address: string, text: string]> = {
  dashboard: ['/', 'Unpaid Loads'],
  load: ['/loads?add', 'Load #'],
  run: [`/settlements/run?week=${addDays(TODAY, -5)}`, 'Exceptions'],
  invoices: ['/invoices?tab=ready', 'Ready'],
  receivables: ['/receivables', 'What Changed'],
  'money-received': ['/receipts', 'Receive Payment'],
  factoring: ['/factoring/1', 'Ready for a Schedule'],
  books: ['/books', 'Account Map'],
  balances: ['/settlements/balances', 'Advance for drive tires'],
  'year-end': ['/settlements/year?year=2026', 'Łukasz Kowalski'],
}

/** A page that draws the first page of a PDF. */
const VIEWER = `<!doctype html><canvas></canvas><script type="module">
  import { getDocument, GlobalWorkerOptions } from '/pdf.min.mjs'
  GlobalWorkerOptions.workerSrc = '/pdf.worker.min.mjs'
  const page = await (await getDocument({ url: '/statement.pdf' }).promise).getPage(1)
  const viewport = page.getViewport({ scale: 1.6 })
  const canvas = document.querySelector('canvas')
  Object.assign(canvas, { width: viewport.width, height: viewport.height })
  await page.render({ canvas, viewport }).promise
  canvas.dataset.drawn = ''
</script>`

const folder = await mkdtemp(path.join(tmpdir(), 'haulbook-pictures-'))
process.env.DATA_DIR = folder
const [server, browser] = await Promise.all([startServer(''), openBrowser()])
try {
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: { width: 1280, height: 860 },
  })
  await context.request.post('/api/signup', { data: ACCOUNT })
  const [cookie] = await context.cookies()
  await writeDemo(server.url, `${cookie?.name}=${cookie?.value}`, TODAY)
  await takeDashboard(await context.newPage())
  await takeStatement(context, await context.newPage())
  await takeGuide(await context.newPage())
} finally {
  await browser.close()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}

async function takeDashboard(page: Page): Promise<void> {
  await page.clock.setFixedTime(new Date(`${TODAY}T12:00:00`))
  await page.goto('/')
  await page.getByText('Unpaid Loads').waitFor()
  await page.screenshot({ path: path.join(PICTURES, 'dashboard.png') })
}

async function takeGuide(page: Page): Promise<void> {
  await mkdir(GUIDE, { recursive: true })
  await page.clock.setFixedTime(new Date(`${TODAY}T12:00:00`))
  await page.setViewportSize({ width: 1280, height: 720 })
  for (const [name, [address, text]] of Object.entries(GUIDE_SCREENS)) {
    await page.goto(address)
    await page.getByText(text).first().waitFor()
    await page.waitForLoadState('networkidle')
    await page.screenshot({ path: path.join(GUIDE, `${name}.png`) })
  }
}

/** Takes a picture of the statement with the most revenue. */
async function takeStatement({ request }: BrowserContext, page: Page): Promise<void> {
  const response = await request.get('/api/billing')
  const settlement = findHighestRevenue((await response.json()) as Settlement[])
  if (!settlement) throw new Error('The sample data has no settlement')
  process.stdout.write(`The statement of ${formatDay(settlement.settlementDate)}\n`)
  const generated = await request.post(`/api/billing/${settlement.id}/generate-pdf`)
  const { pdfUrl } = (await generated.json()) as { pdfUrl: string }
  const pdf = await (await request.get(pdfUrl)).body()
  await page.route('https://pictures.invalid/**', async (route) => {
    const name = new URL(route.request().url()).pathname.slice(1)
    if (name === 'statement.pdf') return route.fulfill({ body: pdf })
    if (name === '') return route.fulfill({ contentType: 'text/html', body: VIEWER })
    if (!name.endsWith('.mjs')) return route.fulfill({ status: 404 })
    const body = await readFile(path.join(PDFJS, path.basename(name)))
    return route.fulfill({ contentType: 'text/javascript', body })
  })
  await page.goto('https://pictures.invalid/')
  const canvas = page.locator('canvas[data-drawn]')
  await canvas.waitFor()
  await canvas.screenshot({ path: path.join(PICTURES, 'statement.png') })
}

function findHighestRevenue(settlements: Settlement[]): Settlement | undefined {
  const revenues = settlements.map(({ totalRevenue }) => toCents(totalRevenue))
  const most = revenues.reduce((one, other) => (one > other ? one : other), 0n)
  return settlements[revenues.indexOf(most)]
}
