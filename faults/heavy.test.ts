import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { LARGEST_FILE } from '#core/documents/documents.ts'
import { makePdf } from '#server/testing/documents/make-pdf.ts'
import { newFolder, start, stop, type Haulbook } from './haulbook.ts'
import { describeHealth, measureHealth } from './health.ts'
import { signIn, type User } from './user.ts'

const TRUCKS = 30
const LOADS = 6_000
const DATE = '2026-11-20'

test('S29 During large downloads /healthz responds, and its percentiles are printed', async () => {
  const haulbook = await start({ dataDir: await newFolder() })
  const user = await signIn(haulbook)
  await addRecords(haulbook, user)
  const heavy = [
    '/api/loads/export.csv',
    '/api/account/export.zip',
    `/api/settlements/run/statements.zip?week=${DATE}`,
    `/api/documents/${await addLargeDocument(haulbook, user)}/file`,
  ]
  for (const path of heavy) {
    const health = await measureHealth(haulbook, async () => {
      expect(await download(haulbook, user, path)).toBeGreaterThan(10_000)
    })
    expect(health.own.count).toBeGreaterThan(5)
    process.stdout.write(`${path}: /healthz ${describeHealth(health)}\n`)
  }
  await stop(haulbook)
})

/** The following files have lines of a million commas, or as many cells as the limits allow. */
const LINES = 30
const COMMAS = Buffer.from(`Company Name\n${`${','.repeat(1024 * 1024 - 10)}\n`.repeat(LINES)}`)
const BLANKS = Buffer.from(`Company Name\n${`${','.repeat(16_000)}\n`.repeat(2_000)}`)
const HEADING = Array.from({ length: 100 }, (_, n) => `column ${n}`).join()
const FULL = Buffer.from(`${HEADING}\n${`${'x,'.repeat(99)}x\n`.repeat(99_000)}`)

const FILES: [name: string, file: Buffer, headers: Record<string, string>, message: RegExp][] = [
  ['30 lines of commas', COMMAS, {}, /Row 2 has more than 16,384 columns/],
  ['30 lines of commas, gzip', gzipSync(COMMAS), { 'content-encoding': 'gzip' }, /compressed/],
  ['2,000 lines of blank cells', BLANKS, {}, /no rows below the heading/],
  ['9.9 million cells', FULL, {}, /"rows":99000/],
]

/** Other work on the computer delays responses too, so the test may fail twice. */
const TIMED = { retry: 2 }

test(
  'S15 S29 C32 Three accounts that import a million cells per line do not delay other users',
  TIMED,
  async () => {
    const haulbook = await start({ dataDir: await newFolder() })
    const emails = ['one', 'two', 'three'].map((name) => `${name}@example.com`)
    const people = await Promise.all(emails.map((email) => signIn(haulbook, email)))
    for (const [name, file, headers, message] of FILES) {
      const send = async ({ cookie }: User) => {
        const response = await fetch(`${haulbook.url}/api/brokers/import/check`, {
          method: 'POST',
          headers: { 'content-type': 'text/csv', cookie, ...headers },
          body: new Uint8Array(file),
        })
        return response.text()
      }
      const health = await measureHealth(haulbook, async () => {
        for (const response of await Promise.all(people.map(send)))
          expect(message.test(response), response.slice(0, 200)).toBe(true)
      })
      const peak = await readPeakMb(haulbook)
      process.stdout.write(`${name}: /healthz ${describeHealth(health)}, peak ${peak} MB\n`)
      expect(health.own.p99 - health.idle.p99).toBeLessThan(200)
      expect(peak).toBeLessThan(900)
    }
    await stop(haulbook)
  },
)

/** Reads the most memory that the process has used so far. */
async function readPeakMb({ child }: Haulbook): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024)
}

/** Adds trucks, 200 loads for each, and a saved settlement for each. */
async function addRecords(haulbook: Haulbook, user: User): Promise<void> {
  const ids: (number | undefined)[] = []
  for (let n = 0; n < TRUCKS; n++) {
    const truck = { truckId: `T-${n}`, make: 'Volvo', model: 'VNL', year: 2024 }
    ids.push((await user.post('/api/trucks', truck)).body.id)
  }
  const head = 'Load #,Truck,Pickup State,Pickup Date,Delivery State,Settlement Date,Revenue\n'
  const line = (n: number) => `H-${n},T-${n % TRUCKS},TX,${DATE},GA,${DATE},1000.00\n`
  const response = await fetch(`${haulbook.url}/api/loads/import`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv', cookie: user.cookie },
    body: head + Array.from({ length: LOADS }, (_, n) => line(n)).join(''),
  })
  expect(response.status, await response.text()).toBe(201)
  for (const truckId of ids)
    expect((await user.post('/api/billing', { truckId, settlementDate: DATE })).status).toBe(201)
}

/** Returns the id of a document of almost 25 MB. */
async function addLargeDocument({ url }: Haulbook, { cookie }: User): Promise<number> {
  const response = await fetch(`${url}/api/documents?kind=other&name=large.pdf`, {
    method: 'POST',
    headers: { 'content-type': 'application/pdf', cookie },
    body: new Uint8Array(makePdf({ padding: LARGEST_FILE - 10_000 })),
  })
  expect(response.status).toBe(201)
  return ((await response.json()) as { id: number }).id
}

/** Downloads a file and returns its size in bytes. */
async function download(haulbook: Haulbook, user: User, path: string): Promise<number> {
  const response = await fetch(haulbook.url + path, { headers: { cookie: user.cookie } })
  expect(response.status).toBe(200)
  return (await response.arrayBuffer()).byteLength
}
