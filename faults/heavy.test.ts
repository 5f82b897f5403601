import { expect, test } from 'vitest'
import { newFolder, pause, start, stop, type Haulbook } from './haulbook.ts'
import { enter, type Person } from './person.ts'

const TRUCKS = 30
const LOADS = 6_000
const DATE = '2026-11-20'

test('S29 During large downloads /healthz responds, and its percentiles are printed', async () => {
  const haulbook = await start({ dataDir: await newFolder() })
  const person = await enter(haulbook)
  await addRecords(haulbook, person)
  const heavy = [
    '/api/loads/export.csv',
    '/api/account/export.zip',
    `/api/settlements/run/statements.zip?week=${DATE}`,
  ]
  for (const path of heavy) {
    let working = true
    const downloading = download(haulbook, person, path).finally(() => (working = false))
    const waited: number[] = []
    while (working) waited.push(await measureResponse(haulbook))
    expect(await downloading).toBeGreaterThan(10_000)
    expect(waited.length).toBeGreaterThan(5)
    process.stdout.write(`${path}: /healthz ${percentiles(waited)} of ${waited.length} responses\n`)
  }
  await stop(haulbook)
})

/** Adds trucks, 200 loads for each, and a saved settlement for each. */
async function addRecords(haulbook: Haulbook, person: Person): Promise<void> {
  const ids: (number | undefined)[] = []
  for (let n = 0; n < TRUCKS; n++) {
    const truck = { truckId: `T-${n}`, make: 'Volvo', model: 'VNL', year: 2024 }
    ids.push((await person.post('/api/trucks', truck)).body.id)
  }
  const head = 'Load #,Truck,Pickup State,Pickup Date,Delivery State,Settlement Date,Revenue\n'
  const line = (n: number) => `H-${n},T-${n % TRUCKS},TX,${DATE},GA,${DATE},1000.00\n`
  const response = await fetch(`${haulbook.url}/api/loads/import`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv', cookie: person.cookie },
    body: head + Array.from({ length: LOADS }, (_, n) => line(n)).join(''),
  })
  expect(response.status, await response.text()).toBe(201)
  for (const truckId of ids)
    expect((await person.post('/api/billing', { truckId, settlementDate: DATE })).status).toBe(201)
}

/** Downloads a file and returns its size in bytes. */
async function download(haulbook: Haulbook, person: Person, path: string): Promise<number> {
  const response = await fetch(haulbook.url + path, { headers: { cookie: person.cookie } })
  expect(response.status).toBe(200)
  return (await response.arrayBuffer()).byteLength
}

async function measureResponse({ url }: Haulbook): Promise<number> {
  await pause(5)
  const sentAt = performance.now()
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  return performance.now() - sentAt
}

function percentiles(waited: number[]): string {
  const sorted = waited.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)]?.toFixed(0)
  return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms`
}
