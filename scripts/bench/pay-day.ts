/** The statements of a pay day as one ZIP: whether anybody else waits for it, and what it takes. */
import { addDays } from '#core/calendar.ts'
import type { Bench, Row } from './bench.ts'
import { ms, quantile, timed } from './measure.ts'
import { mb, memoryOf } from './processes.ts'

const STATEMENTS = 500
const MOST_MS = 100
const MOST_BYTES = 100e6
const LOOK_EVERY_MS = 5

/** Of the last week but one, read until 500 statements have come. */
export async function payDayRows(bench: Bench): Promise<Row[]> {
  await readZip(bench, 10)
  const before = await memoryOf(bench.pid)
  const { waits, most, began } = await watched(bench, () => readZip(bench, STATEMENTS))
  const p99 = quantile(waits, 0.99)
  return [
    {
      what: `${STATEMENTS} statements as a ZIP`,
      as: '/healthz p99 meanwhile; memory grown',
      goal: '< 100 ms; < 100 MB',
      figure: `${ms(p99)}; ${mb(most - before)}`,
      met: p99 < MOST_MS && most - before < MOST_BYTES,
      raw: `${(began / 1000).toFixed(1)} s; ${waits.length} looks; from ${mb(before)} to ${mb(most)}`,
    },
  ]
}

async function watched({ large, pid }: Bench, work: () => Promise<unknown>) {
  const waits: number[] = []
  let most = 0
  let over = false
  const working = timed(work).finally(() => (over = true))
  while (!over) {
    waits.push(await timed(() => large.get('/healthz')))
    most = Math.max(most, await memoryOf(pid))
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
  return { waits, most, began: await working }
}

/** Each statement begins with its file's head in the ZIP. */
async function readZip({ url, large, today }: Bench, statements: number): Promise<void> {
  const path = `/api/settlements/run/statements.zip?week=${addDays(today, -14)}`
  const answer = await fetch(new URL(path, url), { headers: { cookie: large.cookie } })
  if (!answer.ok || !answer.body) throw new Error(`No ZIP: ${answer.status}`)
  let seen = 0
  for await (const piece of answer.body) {
    seen += Buffer.from(piece).toString('latin1').split('PK\u0003\u0004').length - 1
    if (seen > statements) break
  }
  if (seen < statements) throw new Error(`Only ${seen} statements`)
}
