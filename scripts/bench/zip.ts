/** Downloads the statements of a week as one ZIP. Measures the delay of other requests meanwhile, and the memory. */
import { addDays } from '#core/calendar.ts'
import type { Bench, Row } from './bench.ts'
import { formatMs, quantile } from './measure.ts'
import { formatMb, watchServer } from './processes.ts'

const STATEMENTS = 500
const MAX_MS = 100
const MAX_BYTES = 100e6

/** Reads the week before the last one until 500 statements have arrived. */
export async function measureZip(bench: Bench): Promise<Row[]> {
  await readZip(bench, 10)
  const { waits, before, peak, ms } = await watchServer(bench, () => readZip(bench, STATEMENTS))
  const p99 = quantile(waits, 0.99)
  return [
    {
      name: `${STATEMENTS} statements as a ZIP`,
      method: '/healthz p99 during the work; memory growth',
      goal: `< ${MAX_MS} ms; < ${formatMb(MAX_BYTES)}`,
      result: `${formatMs(p99)}; ${formatMb(peak - before)}`,
      met: p99 < MAX_MS && peak - before < MAX_BYTES,
      raw: `${(ms / 1000).toFixed(1)} s; ${waits.length} checks; ${formatMb(before)} to ${formatMb(peak)}`,
    },
  ]
}

/** Reads the ZIP until enough statements have arrived. Each file of a ZIP starts with a local header. */
async function readZip({ url, large }: Bench, statements: number): Promise<void> {
  const path = `/api/settlements/run/statements.zip?week=${addDays(large.today, -14)}`
  const response = await fetch(new URL(path, url), { headers: { cookie: large.cookie } })
  if (!response.ok || !response.body) throw new Error(`No ZIP: ${response.status}`)
  let files = 0
  for await (const piece of response.body) {
    files += Buffer.from(piece).toString('latin1').split('PK\u0003\u0004').length - 1
    if (files > statements) break
  }
  if (files < statements) throw new Error(`Only ${files} statements`)
}
