/** Makes the packets of 500 invoices, with six pages each. Measures the delay of other requests meanwhile, and the memory. */
import type { Bench, Row } from '#scripts/bench/bench.ts'
import { formatMs, quantile } from '#scripts/bench/measure.ts'
import { formatMb, watchServer } from '#scripts/bench/processes.ts'

const PACKETS = 500
const PAGES = 6
/** Invoices per request. */
const PAGE = 100
const AT_ONCE = 2
const WARM_UP = 20
const MAX_MS = 100
const MAX_BYTES = 150e6

export async function measurePackets(bench: Bench): Promise<Row[]> {
  const ids = await listSent(bench)
  await makePackets(bench, ids.slice(0, WARM_UP))
  const { waits, before, peak, ms } = await watchServer(bench, () => makePackets(bench, ids))
  const p99 = quantile(waits, 0.99)
  return [
    {
      name: `packets of ${ids.length} invoices, ${PAGES} pages each`,
      method: '/healthz p99 during the work; memory growth',
      goal: `< ${MAX_MS} ms; < ${formatMb(MAX_BYTES)}`,
      result: `${formatMs(p99)}; ${formatMb(peak - before)}`,
      met: p99 < MAX_MS && peak - before < MAX_BYTES,
      raw: `${(ms / 1000).toFixed(1)} s; ${waits.length} checks; ${formatMb(before)} to ${formatMb(peak)}`,
    },
  ]
}

/** Approved invoices, the newest first. */
async function listSent({ manyInvoices }: Bench): Promise<number[]> {
  const ids: number[] = []
  for (let offset = 0; offset < PACKETS; offset += PAGE) {
    const path = `/api/invoices?limit=${PAGE}&offset=${offset}&state=approved&kind=invoice`
    const { text } = await manyInvoices.get(path)
    ids.push(...(JSON.parse(text) as { id: number }[]).map(({ id }) => id))
  }
  return ids.slice(0, PACKETS)
}

async function makePackets({ url, manyInvoices }: Bench, ids: readonly number[]): Promise<void> {
  const left = [...ids]
  const work = async () => {
    for (let id = left.shift(); id !== undefined; id = left.shift()) {
      const path = `/api/invoices/${id}/packet.pdf`
      const response = await fetch(new URL(path, url), { headers: { cookie: manyInvoices.cookie } })
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
      await response.arrayBuffer()
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}
