/** `npm run count` drives the browser through the office's jobs and counts clicks and keys. `npm run count -- run` measures only the jobs whose name contains "run". */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openBrowser } from '#e2e/browser.ts'
import { startServer } from '#e2e/server.ts'
import { openCounted } from './counter.ts'
import { TODAY } from './fleet.ts'
import {
  billLoads,
  exportMonth,
  firstBooks,
  openStatement,
  scheduleInvoices,
  receiveCheck,
  receiveShortPay,
} from './jobs/billing.ts'
import { fuelWeek } from './jobs/cards.ts'
import type { Job } from './jobs/job.ts'
import {
  closeLoads,
  enterCharges,
  enterFromConfirmation,
  enterLoad,
  findUnpaid,
  undoDeletion,
} from './jobs/loads.ts'
import { firstHour, firstStatement } from './jobs/first-hour.ts'
import { onboarding } from './jobs/onboarding.ts'
import { fridayRun, inviteDriver, receiveBol, shortCheck, yearEnd } from './jobs/settlements.ts'

/** The jobs bill without papers. */
const NO_PAPERS = { firstDay: TODAY, toSettle: {}, toBill: {} }

const JOBS: Job[] = [
  enterLoad,
  enterFromConfirmation,
  enterCharges,
  closeLoads,
  fridayRun,
  receiveBol,
  inviteDriver,
  shortCheck,
  fuelWeek,
  findUnpaid,
  yearEnd,
  onboarding,
  undoDeletion,
  firstStatement,
  firstHour,
  billLoads,
  receiveShortPay,
  receiveCheck,
  openStatement,
  scheduleInvoices,
  firstBooks,
  exportMonth,
]

const nameFilter = process.argv[2] ?? ''
const folder = await mkdtemp(path.join(tmpdir(), 'haulbook-counts-'))
process.env.DATA_DIR = folder
const [server, browser] = await Promise.all([startServer(''), openBrowser()])
try {
  print('| job | clicks | keys | data keys | seconds |')
  print('| --- | ---: | ---: | ---: | ---: |')
  for (const [at, job] of JOBS.entries()) {
    if (job.name.toLowerCase().includes(nameFilter.toLowerCase())) await count(job, at)
  }
} finally {
  await browser.close()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}

/** Each job has a new account and a new browser. */
async function count(job: Job, at: number): Promise<void> {
  const person = await openCounted(browser, server.url)
  const { page, counts } = person
  if (job.prepare) {
    const data = { email: `job${at}@example.com`, password: 'mango ladder 480', firstName: 'Pat' }
    await page.request.post('/api/signup', { data })
    await page.request.put('/api/required-papers', { data: NO_PAPERS })
    await job.prepare(person)
  }
  Object.assign(counts, { clicks: 0, keys: 0, typed: 0 })
  const began = performance.now()
  try {
    await job.run(person)
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    print(`| ${job.name} | ${counts.clicks} | ${counts.keys} | ${counts.typed} | ${seconds} |`)
  } catch (error) {
    await page.screenshot({ path: path.join(tmpdir(), `haulbook-job${at}.png`) })
    print(`| ${job.name} | failed after ${counts.clicks} clicks | | | |\n${String(error)}`)
    process.exitCode = 1
  }
  await page.context().close()
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
