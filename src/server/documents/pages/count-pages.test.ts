/** Pages of PDFs, counted in a thread with limits (SPEC C112). */
import { deflateSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { documentMessages } from '#core/documents/documents.ts'
import { makePdf } from '#server/testing/documents/make-pdf.ts'
import { busyError } from '#server/queue.ts'
import { PART_BYTES } from '#server/documents/file-parts.ts'
import { openPageCounter } from './count-pages.ts'

const counter = openPageCounter()
afterAll(() => counter.close())

/** A count that is never canceled. */
function jobOf(bytes: number, more: object = {}) {
  const turn = ['account', 'person'] as const
  return { bytes, partBytes: PART_BYTES, turn, signal: new AbortController().signal, ...more }
}

const readMessage = (error: unknown) => (error instanceof Error ? error.message : error)

/** Returns the number of pages or the message, and the number of parts that were read. */
async function count(pdf: Buffer, { count: counts } = counter, part = PART_BYTES) {
  const asked = new Set<number>()
  const readPart = async (number: number) => {
    asked.add(number)
    return pdf.subarray(number * part, (number + 1) * part)
  }
  const result = await counts(jobOf(pdf.length, { partBytes: part }), readPart).catch(readMessage)
  return { result, asked: asked.size }
}

/** A PDF whose cross-reference stream unpacks to `bytes` zeros. */
function makeBomb(bytes: number): Buffer {
  const packed = deflateSync(Buffer.alloc(bytes))
  const head = Buffer.from(
    `%PDF-1.7\n1 0 obj\n<< /Type /XRef /Size 9 /W [1 2 1] /Root 2 0 R /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`,
    'latin1',
  )
  const tail = Buffer.from('\nendstream\nendobj\nstartxref\n9\n%%EOF\n', 'latin1')
  return Buffer.concat([head, packed, tail])
}

describe('C112 The pages of a PDF are counted', () => {
  test.each([1, 3, 100])('%d', async (pages) => {
    expect((await count(makePdf({ pages }))).result).toBe(pages)
  })
})

test('C112 A PDF of more than 100 pages is rejected', async () => {
  expect((await count(makePdf({ pages: 101 }))).result).toBe(documentMessages.tooManyPages)
  expect((await count(makePdf({ pages: 10_000 }))).result).toBe(documentMessages.tooManyPages)
})

test('C112 A PDF that has more pages than it says is rejected', async () => {
  const result = (await count(makePdf({ pages: 500, count: 1 }))).result
  expect(result).toBe(documentMessages.tooManyPages)
  expect((await count(makePdf({ pages: 3, count: 1 }))).result).toBe(3)
})

test('C112 Only the parts of a large PDF that name its pages are read', async () => {
  const { result, asked } = await count(makePdf({ pages: 2, padding: 3_000_000 }), counter, 4096)
  expect(result).toBe(2)
  expect(asked).toBeLessThan(20)
})

test('C112 A PDF without pages, without a page tree or with random bytes is rejected', async () => {
  const noise = Buffer.from(`%PDF-1.7\n${'\x80noise '.repeat(999)}\n%%EOF\n`, 'latin1')
  const loop = Buffer.from(
    makePdf().toString('latin1').replace('/Kids [4 0 R]', '/Kids [2 0 R]'),
    'latin1',
  )
  const results = []
  for (const pdf of [noise, loop, makePdf({ pages: 0 })]) results.push((await count(pdf)).result)
  expect(results).toEqual(Array(3).fill(documentMessages.damaged))
  // The tree promises more than there is.
  expect((await count(makePdf({ pages: 1, count: 9 }))).result).toBe(1)
})

test('C112 A PDF that unpacks to far too much is rejected, and the next one is counted', async () => {
  const refused: unknown[] = [documentMessages.damaged, documentMessages.tooComplex]
  expect(refused).toContain((await count(makeBomb(200_000_000))).result)
  expect((await count(makePdf())).result).toBe(1)
})

const HANGING = new URL('data:text/javascript,for(;;);')
const LIMITS = { memoryMb: 64, cpuMs: 60_000, timeoutMs: 60_000, maxThreads: 1 }

test('C112 A thread that hangs is ended, and the next PDF gets a new one', async () => {
  const hangs = openPageCounter(HANGING, { ...LIMITS, cpuMs: 200 })
  expect((await count(makePdf(), hangs)).result).toBe(documentMessages.tooComplex)
  expect((await count(makePdf(), hangs)).result).toBe(documentMessages.tooComplex)
  await hangs.close()
})

test('C152 A PDF that a busy server could not check in time is not reported as damaged', async () => {
  const slow = openPageCounter(HANGING, { ...LIMITS, timeoutMs: 200 })
  expect((await count(makePdf(), slow)).result).toBe(busyError(503).message)
  await slow.close()
  expect((await count(makePdf(), slow)).result).toBe(busyError(503).message)
})

test('C152 A PDF whose bytes can’t be read is not reported as damaged', async () => {
  const readPart = () => Promise.reject(new Error('no database'))
  await expect(counter.count(jobOf(999), readPart)).rejects.toThrow('no database')
  expect((await count(makePdf())).result).toBe(1)
})

/** Hangs at a file of one byte. For any other file, returns its size as the number of pages. */
const HANGS_ONCE = new URL(
  `data:text/javascript,import { parentPort } from 'node:worker_threads';
  parentPort.on('message', ({ bytes }) => { while (bytes === 1); parentPort.postMessage({ pages: bytes }) })`,
)
const noPart = () => Promise.reject(new Error('No part is asked for'))

test('C152 A client that disconnects ends the count of its PDF, and the next one is counted', async () => {
  const once = openPageCounter(HANGS_ONCE, LIMITS)
  const client = new AbortController()
  const first = once.count(jobOf(1, { signal: client.signal }), noPart).catch(readMessage)
  const gone = once.count(jobOf(1, { signal: client.signal }), noPart).catch(readMessage)
  const next = once.count(jobOf(7), noPart)
  client.abort(new Error('hung up'))
  expect(await Promise.all([first, gone, next])).toEqual(['hung up', 'hung up', 7])
  await once.close()
})

test('C152 Accounts take turns: the PDFs of one account wait, not those of another', async () => {
  const turns = openPageCounter(HANGS_ONCE, LIMITS)
  const counted: number[] = []
  const counts = (bytes: number, ...turn: [string, string]) =>
    turns.count(jobOf(bytes, { turn }), noPart).then((pages) => counted.push(pages))
  const many = [2, 3, 4, 5].map((bytes) => counts(bytes, 'flood', 'driver'))
  await Promise.all([...many, counts(8, 'flood', 'office'), counts(9, 'other', 'office')])
  expect(counted.indexOf(9)).toBeLessThanOrEqual(2)
  expect(counted.indexOf(8)).toBeLessThan(counted.indexOf(4))
  await turns.close()
})

/** AES-256 (revision 6) with an owner's password only, as e-sign tools write it. Every program opens it. */
const AES_256 = [
  '/ID [<b3077618719f4e87dcf4e94bc7474b56><b3077618719f4e87dcf4e94bc7474b56>]',
  '/Encrypt << /CF << /StdCF << /AuthEvent /DocOpen /CFM /AESV3 /Length 32 >> >> /Filter /Standard /Length 256',
  '/O <d0000bb6410a1824cfd226ada5beb5ec8c4699d7204265a2f9253b44031f0c361ca27a6734c438d22926c3ac23b6bf66>',
  '/OE <096774242ca078f351897daf889230e49b9fbe844dd5e0813a9ee0b28de5fe2c>',
  '/P -4',
  '/Perms <6d3744b49b53d0bf9656331725c1f53d>',
  '/R 6 /StmF /StdCF /StrF /StdCF',
  '/U <870fbf7909a175e054dda3c67a8e069aadf31db638e0b545b1f9ae5e4be020415c2fb64d520c8c7777510bb2f9b75be8>',
  '/UE <8f537408354a3c24c3c317b2b959181fa79773258d95bae11155e5919d642daf>',
  '/V 5 >>',
].join(' ')

test('C112 A PDF that is encrypted with AES-256 and opens without a password is counted', async () => {
  const pdf = makePdf({ pages: 2 })
    .toString('latin1')
    .replace('/Root 1 0 R', `/Root 1 0 R ${AES_256}`)
  expect((await count(Buffer.from(pdf, 'latin1'))).result).toBe(2)
  // Its check value for the empty password is wrong, so it asks for one.
  const locked = pdf.replace('/U <870fbf79', '/U <170fbf79')
  expect((await count(Buffer.from(locked, 'latin1'))).result).toBe(documentMessages.password)
})
