/**
 * PDFs as offices get them: encrypted, turned, cropped, scanned, damaged, filled in (SPEC C420–C425). The files in odd-papers were
 * made with qpdf, MuPDF, Ghostscript and by hand. Their two pages say "PROOF OF DELIVERY 20512345" and "SIGNED BY J. RAMIREZ" with
 * a drawn signature.
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { PDFDocument, PDFHexString, PDFName } from '@cantoo/pdf-lib'
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterAll, expect, test } from 'vitest'
import { documentMessages } from '#core/documents/documents.ts'
import { checkFile } from '#server/documents/check/check-file.ts'
import { openPageCounter } from '#server/documents/pages/count-pages.ts'
import { makeLosingPdf } from '#server/testing/documents/make-pdf.ts'
import { pdfText } from '#server/testing/pdf-text.ts'
import { openMerger } from './merger.ts'

const FOLDER = path.join(import.meta.dirname, 'odd-papers')
const counter = openPageCounter()
const merger = openMerger()
afterAll(() => Promise.all([counter.close(), merger.close()]))

const message = (error: unknown) => (error instanceof Error ? error.message : String(error))

const readPaper = (name: string) => readFileSync(path.join(FOLDER, `${name}.pdf`))

/** Does what an upload and a packet do. Returns the packet, or why there is none. */
async function send(bytes: Buffer): Promise<Uint8Array | string> {
  try {
    const { look, finish } = checkFile()
    look(bytes)
    finish()
    const turn = ['account', 'person'] as const
    const { signal } = new AbortController()
    const size = { bytes: bytes.length, partBytes: bytes.length }
    const pages = await counter.count({ ...size, turn, signal }, () => Promise.resolve(bytes))
    const paper = { bytes: new Uint8Array(bytes), type: 'application/pdf', label: '#' } as const
    const merged = await merger.merge(turn, () =>
      Promise.resolve([{ ...paper, pages, sha256: bytes.toString('latin1') }]),
    )
    if (!('pdf' in merged))
      return merged.failures.map(({ reason, detail = '' }) => `${reason} ${detail}`.trim()).join()
    return merged.pdf
  } catch (error) {
    return message(error)
  }
}

const PROOF = ['PROOF OF DELIVERY 20512345', 'SIGNED BY J. RAMIREZ']
/** A scan has no text. */
const SCAN = ['']
const FORM = ['DELIVERY RECEIPT FORM']
const SHORT_FORM = ['FORM']

const EXPECTED: Record<string, string[] | string> = {
  'rc4-40-owner': PROOF,
  'rc4-128-owner': PROOF,
  'aes128-owner': PROOF,
  'aes128-cleartext-meta': PROOF,
  'aes256-r5-owner': PROOF,
  'aes256-r6-owner': PROOF,
  'aes256-objstm-owner': PROOF,
  'aes256-no-id': PROOF,
  'rc4-128-user': documentMessages.password,
  'aes256-r6-user': documentMessages.password,
  'rotate-90': PROOF,
  'rotate-180': PROOF,
  'rotate-270': PROOF,
  'rotate-450': PROOF,
  'rotate-minus-90': PROOF,
  'box-reversed': PROOF,
  'crop-outside': PROOF,
  cropbox: ['OOF OF DELIVERY 20512345', PROOF[1] ?? ''],
  'negative-media-crop-rotate': PROOF,
  userunit: PROOF,
  inherited: PROOF,
  'ccitt-g4': SCAN,
  'ccitt-g3': SCAN,
  jpx: SCAN,
  jbig2: SCAN,
  'jpeg-smask': SCAN,
  'cmyk-jpeg': SCAN,
  linearized: PROOF,
  'linearized-objstm': PROOF,
  incremental: ['PROOF OF DELIVERY 20512345\nSIGNED LATER - UPDATE 3', PROOF[1] ?? ''],
  'junk-before': PROOF,
  'pjl-before': PROOF,
  'no-eof': PROOF,
  'zeros-after-eof': PROOF,
  'html-after-eof': PROOF,
  'cut-off': documentMessages.truncated,
  'wrong-startxref': PROOF,
  'wrong-offsets': PROOF,
  'crlf-mangled': PROOF,
  portfolio: 'portfolio',
  attachment: PROOF,
  'xfa-dynamic': 'xfa',
  'xfa-static': FORM,
  'form-no-ap': FORM,
  'form-kids-inherited': FORM,
  'form-choice-check': FORM,
  'form-chinese': 'field Consignee',
  'form-polish': SHORT_FORM,
  'form-aes256': FORM,
  'form-stale-ap': FORM,
  'form-kid-drawing': SHORT_FORM,
  'form-radio': SHORT_FORM,
  'form-empty-frames': SHORT_FORM,
  'form-comb-too-long': SHORT_FORM,
  'form-quotes': SHORT_FORM,
  'form-list': SHORT_FORM,
  'form-signature': SHORT_FORM,
  'form-stream-value': SHORT_FORM,
  'form-check-no-state': SHORT_FORM,
  'page-type-missing': PROOF,
  'wrong-length': PROOF,
  'hidden-layer-group': ['PROOF OF DELIVERY 20512345\nHIDDEN\nSHOWN', PROOF[1] ?? ''],
  'hidden-layer': ['PROOF OF DELIVERY 20512345\nVOID COPY', PROOF[1] ?? ''],
  annotations: PROOF,
  'pdfa-gs': PROOF,
  'mutool-clean': PROOF,
}

test('C420 C425 Each odd PDF has an expectation', () => {
  const files = readdirSync(FOLDER).map((name) => name.replace('.pdf', ''))
  expect(files.toSorted()).toEqual(Object.keys(EXPECTED).toSorted())
})

test.each(Object.entries(EXPECTED))(
  'C420 C422 C424 C425 %s is whole in the packet, or the reason is named',
  async (name, expected) => {
    const sent = await send(readPaper(name))
    const seen = typeof sent === 'string' ? sent : await pdfText(sent)
    const texts = typeof seen === 'string' ? seen : seen.map((text) => text.replace(/#.*/, ''))
    expect(texts).toEqual(expected)
  },
)

/** The text of each picture on the packet's first page, "mark" for one that only has lines. */
async function readDrawn(pdf: Uint8Array): Promise<string[]> {
  const task = getDocument({ data: new Uint8Array(pdf), useSystemFonts: false, verbosity: 0 })
  const { fnArray, argsArray } = await (await (await task.promise).getPage(1)).getOperatorList()
  const drawn: string[] = []
  for (const [at, operator] of fnArray.entries()) {
    if (operator === OPS.beginAnnotation) drawn.push('')
    const [glyphs] = (argsArray as ({ unicode: string }[] | undefined)[][])[at] ?? []
    const text = operator === OPS.showText ? glyphs?.map(({ unicode }) => unicode).join('') : ''
    const line = operator === OPS.constructPath ? '/' : ''
    if (drawn.length) drawn.push(`${drawn.pop()}${text}${line}`)
  }
  await task.destroy()
  return drawn.map((one) => one.replaceAll('/', '') || (one && 'mark'))
}

test.each([
  ['form-no-ap', ['4711-A', 'Received 24 palletsSeal 88123 intact', '12345', 'RIGHT']],
  ['form-kids-inherited', ['J. RAMIREZ 6689213', 'J. RAMIREZ 6689213']],
  ['form-choice-check', ['Dock Two', 'mark', 'mark']],
  ['form-aes256', ['SECRET 4711']],
  ['form-stale-ap', ['NEW VALUE 99']],
  ['xfa-static', ['XFA STATIC 12']],
  ['form-kid-drawing', ['HAS AP 77']],
  ['form-radio', ['mark', 'mark']],
  ['form-empty-frames', ['mark']],
  ['form-comb-too-long', ['1234567890']],
  ['form-quotes', ['“Dock” – 5’s €']],
  ['form-list', ['abc']],
  ['form-polish', ['Paweł Żak']],
  ['form-signature', ['Signed by JR']],
  ['form-stream-value', ['STREAM VALUE 12']],
  ['form-check-no-state', ['mark']],
])('C422 The filled fields of %s are pictures in the packet', async (name, expected) => {
  const sent = await send(readPaper(name))
  if (typeof sent === 'string') throw new Error(sent)
  expect(await readDrawn(sent)).toEqual(expected)
})

test('C177 C422 The same form gives the same bytes, whatever was drawn before', async () => {
  const merge = async (other: ReturnType<typeof openMerger>, name: string) => {
    const paper = { bytes: new Uint8Array(readPaper(name)), type: 'application/pdf' } as const
    const read = () => Promise.resolve([{ ...paper, pages: 1, label: '#', sha256: name }])
    const merged = await other.merge(['account', 'person'], read)
    return 'pdf' in merged ? Buffer.from(merged.pdf).toString('base64') : ''
  }
  const fresh = openMerger()
  const first = await merge(fresh, 'form-polish')
  for (const name of ['form-quotes', 'form-no-ap', 'form-list']) await merge(merger, name)
  expect([first === '', await merge(merger, 'form-polish')]).toEqual([false, first])
  await fresh.close()
})

test('C422 A field without a value, a hidden one and one without a place block nothing', async () => {
  const source = await PDFDocument.create()
  const page = source.addPage([612, 792])
  const form = source.getForm()
  for (const name of ['empty', 'hidden', 'flat']) form.createTextField(name).addToPage(page)
  for (const name of ['hidden', 'flat'])
    form.getTextField(name).acroField.dict.set(PDFName.of('V'), PDFHexString.fromText('上海'))
  const [, hidden, flat] = form.getFields().map(({ acroField }) => acroField.getWidgets()[0])
  hidden?.setFlags(2)
  flat?.setRectangle({ x: 0, y: 0, width: 0, height: 0 })
  for (const widget of [hidden, flat]) widget?.dict.delete(PDFName.of('AP'))
  const sent = await send(Buffer.from(await source.save({ updateFieldAppearances: false })))
  expect(sent).toBeInstanceOf(Uint8Array)
})

test.each([
  ['hidden-layer', [['Draft mark', false]]],
  [
    'hidden-layer-group',
    [
      ['L1', true],
      ['L2', false],
    ],
  ],
])('C423 Layers that %s hides are hidden in the packet', async (name, expected) => {
  const sent = await send(readPaper(name))
  if (typeof sent === 'string') throw new Error(sent)
  const task = getDocument({ data: new Uint8Array(sent), useSystemFonts: false, verbosity: 0 })
  const layers = await (await task.promise).getOptionalContentConfig()
  const shown = [...layers].map(([id, group]) => [
    group.name,
    layers.isVisible({ type: 'OCG', id }),
  ])
  expect(shown).toEqual(expected)
  await task.destroy()
})

test('C424 A page that lost its text in the packet is an error, not a packet', async () => {
  expect(await send(makeLosingPdf())).toBe('lost 1')
})
