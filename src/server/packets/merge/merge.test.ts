/** Papers become one PDF with a stamp on every page (SPEC C175, C176). */
import { createHash } from 'node:crypto'
import { degrees, PDFDocument } from '@cantoo/pdf-lib'
import { afterAll, describe, expect, test } from 'vitest'
import { kitPdf } from '#server/testing/documents/kit-pdf.ts'
import { makePdf } from '#server/testing/documents/make-pdf.ts'
import { pdfText } from '#server/testing/pdf-text.ts'
import { JPEG, makePng } from '#server/testing/pictures.ts'
import { openMerger, type PaperToMerge, type ReadPapers } from './merger.ts'

const merger = openMerger()
afterAll(() => merger.close())

const LABEL = 'Invoice 1042 · Load 20512345'

const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

function paper(bytes: Uint8Array, more: Partial<PaperToMerge> = {}): PaperToMerge {
  return {
    bytes: new Uint8Array(bytes),
    sha256: digest(bytes),
    type: 'application/pdf',
    label: LABEL,
    pages: null,
    ...more,
  }
}

/** The papers, read as often as they are asked for. */
const reader =
  (papers: PaperToMerge[]): ReadPapers =>
  (only) =>
    Promise.resolve(
      papers
        .filter((_, index) => only === undefined || only === index)
        .map((one) => ({ ...one, bytes: new Uint8Array(one.bytes) })),
    )

const merge = (...papers: PaperToMerge[]) => merger.merge(['account', 'person'], reader(papers))

async function mergePdf(...papers: PaperToMerge[]) {
  const merged = await merge(...papers)
  if (!('pdf' in merged)) throw new Error(JSON.stringify(merged))
  return merged
}

const stamp = (page: number, pages: number) => `${LABEL} · page ${page} of ${pages}`

test('C175 C176 Papers are joined in their order, with a stamp on every page', async () => {
  const { pdf, pages, papers } = await mergePdf(
    paper(makePdf({ pages: 2, text: 'Invoice' })),
    paper(await kitPdf({ pages: 3, text: 'BOL' })),
    paper(JPEG, { type: 'image/jpeg' }),
    paper(makePng({ width: 30, height: 40 }), { type: 'image/png' }),
  )
  expect({ pages, papers }).toEqual({ pages: 7, papers: [2, 3, 1, 1] })
  const texts = await pdfText(pdf)
  const drawn = ['Invoice 1', 'Invoice 2', 'BOL 1', 'BOL 2', 'BOL 3', '', '']
  expect(texts).toEqual(drawn.map((text, index) => `${text}${stamp(index + 1, 7)}`))
})

test('C175 A PDF that only an owner’s password protects is readable in the packet', async () => {
  const locked = await kitPdf({ pages: 2, text: 'Locked', ownerPassword: 'secret' })
  expect(locked.includes('/Encrypt')).toBe(true)
  const { pdf } = await mergePdf(paper(locked))
  const texts = await pdfText(pdf)
  expect(texts[1]).toContain('Locked 2')
  expect(texts[1]).toContain(stamp(2, 2))
  expect(Buffer.from(pdf).includes('/Encrypt')).toBe(false)
})

test('C175 A PDF with object streams is readable in the packet', async () => {
  const source = await PDFDocument.load(await kitPdf({ pages: 2, text: 'Packed' }))
  const packed = await source.save({ useObjectStreams: true })
  const { pdf } = await mergePdf(paper(packed, { pages: 2 }))
  expect((await pdfText(pdf))[0]).toContain('Packed 1')
})

describe('C175 A paper that can’t be in a packet is named with the reason', () => {
  test('one that asks for a password, a broken one, one without pages, one of fewer pages', async () => {
    const merged = await merge(
      paper(makePdf()),
      paper(await kitPdf({ userPassword: 'user', ownerPassword: 'owner' })),
      paper(Buffer.from('%PDF-1.7\nnoise\n%%EOF\n')),
      paper(makePdf({ pages: 0 })),
      paper(makePdf({ pages: 2 }), { pages: 3 }),
      paper(JPEG.subarray(0, 40), { type: 'image/jpeg' }),
    )
    expect(merged).toEqual({
      failures: [
        { paper: 1, reason: 'password' },
        { paper: 2, reason: 'damaged' },
        { paper: 3, reason: 'empty' },
        { paper: 4, reason: 'damaged' },
        { paper: 5, reason: 'damaged' },
      ],
    })
  })

  test('one whose pages can’t be unpacked', async () => {
    const good = await kitPdf({ pages: 1 })
    const at = good.indexOf('stream\n') + 7
    good.fill(0x55, at, at + 40)
    expect(await merge(paper(good))).toEqual({ failures: [{ paper: 0, reason: 'damaged' }] })
  })
})

test.each([0, 90, 180, 270])('C176 A page turned by %d° is stamped at its bottom', async (turn) => {
  const source = await PDFDocument.load(await kitPdf({ text: 'Turned' }))
  source.getPage(0).setRotation(degrees(turn))
  const { pdf } = await mergePdf(paper(await source.save()))
  const [page] = (await PDFDocument.load(pdf)).getPages()
  const { width, height } = page?.getSize() ?? { width: 0, height: 0 }
  expect(page?.getRotation().angle).toBe(turn)
  expect([width, height]).toEqual(turn % 180 ? [632, 792] : [612, 812])
  expect((await pdfText(pdf))[0]).toContain(stamp(1, 1))
})

test('C176 A narrow receipt gets a page as wide as its stamp, a huge scan a larger stamp', async () => {
  const { pdf } = await mergePdf(
    paper(await kitPdf({ size: [60, 300], text: 'R' })),
    paper(await kitPdf({ size: [2550, 3300], text: 'Scan' })),
  )
  const sizes = (await PDFDocument.load(pdf)).getPages().map((page) => page.getSize())
  expect(sizes[0]?.width).toBeGreaterThan(120)
  expect(sizes[1]?.height).toBeGreaterThan(3300 + 60)
  for (const [index, text] of (await pdfText(pdf)).entries())
    expect(text).toContain(stamp(index + 1, 2))
})

test('C175 A document of 100 pages is whole in the packet', async () => {
  const { pdf, pages } = await mergePdf(paper(makePdf({ pages: 100 }), { pages: 100 }))
  expect(pages).toBe(100)
  expect((await pdfText(pdf))[99]).toContain(stamp(100, 100))
})

test('C177 The same papers give the same bytes, in a new thread too', async () => {
  const other = openMerger()
  const papers = () => [
    paper(makePdf({ pages: 2 })),
    paper(JPEG, { type: 'image/jpeg' }),
    paper(makePng({ width: 9, height: 5, samples: 4 }), { type: 'image/png' }),
  ]
  const first = await mergePdf(...papers())
  const second = await mergePdf(...papers())
  const third = await other.merge(['account', 'person'], reader(papers()))
  expect(Buffer.from(first.pdf).equals(second.pdf)).toBe(true)
  expect(third).toEqual(first)
  await other.close()
})

test('C177 A packet that was sent years ago still has its bytes (decision 0040)', async () => {
  const { pdf } = await mergePdf(paper(makePdf({ pages: 2 })), paper(JPEG, { type: 'image/jpeg' }))
  expect(digest(pdf)).toBe('f5fc07864c760119d41159470310a4ea7d14ad70da8e8abb61e817aaa28fcd7d')
})

test('C176 Letters that the stamp’s font lacks become question marks', async () => {
  const { pdf } = await mergePdf(paper(makePdf(), { label: 'Invoice 7 · Load Ж-1' }))
  expect((await pdfText(pdf))[0]).toContain('Invoice 7 · Load ?-1 · page 1 of 1')
})
