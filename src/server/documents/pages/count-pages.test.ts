/** Pages of PDFs, counted in a thread with limits (SPEC C112). */
import { deflateSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { documentMessages } from '#core/documents/documents.ts'
import { makePdf } from '#server/testing/documents/make-pdf.ts'
import { PART_BYTES } from '#server/documents/file-parts.ts'
import { openPageCounter } from './count-pages.ts'

const counter = openPageCounter()
afterAll(() => counter.close())

/** How many, or the message, and the numbers of the parts that it needed. */
async function count(pdf: Buffer, { count: counts } = counter, part = PART_BYTES) {
  const asked = new Set<number>()
  const readPart = async (number: number) => {
    asked.add(number)
    return pdf.subarray(number * part, (number + 1) * part)
  }
  const result = await counts({ bytes: pdf.length, partBytes: part }, readPart).catch(
    (error: unknown) => (error instanceof Error ? error.message : error),
  )
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

test('C112 A PDF of more than 100 pages is refused', async () => {
  expect((await count(makePdf({ pages: 101 }))).result).toBe(documentMessages.tooManyPages)
  expect((await count(makePdf({ pages: 10_000 }))).result).toBe(documentMessages.tooManyPages)
})

test('C112 Only the parts of a large PDF that name its pages are read', async () => {
  const { result, asked } = await count(makePdf({ pages: 2, padding: 3_000_000 }), counter, 4096)
  expect(result).toBe(2)
  expect(asked).toBeLessThan(20)
})

test('C112 A PDF without pages, without a page tree or of noise is refused', async () => {
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

test('C112 A PDF that unpacks to far too much is refused, and the next one is counted', async () => {
  const refused: unknown[] = [documentMessages.damaged, documentMessages.tooComplex]
  expect(refused).toContain((await count(makeBomb(200_000_000))).result)
  expect((await count(makePdf())).result).toBe(1)
})

test('C112 A thread that hangs is ended, and the next PDF gets a new one', async () => {
  const hanging = new URL('data:text/javascript,for(;;);')
  const limits = { memoryMb: 64, timeoutMs: 300, maxThreads: 1 }
  const hangs = openPageCounter(hanging, limits)
  expect((await count(makePdf(), hangs)).result).toBe(documentMessages.tooComplex)
  expect((await count(makePdf(), hangs)).result).toBe(documentMessages.tooComplex)
  await hangs.close()
})
