/** What a file is, decided by its bytes (SPEC C112). */
import { describe, expect, test } from 'vitest'
import { documentMessages } from '#core/documents/documents.ts'
import { makePdf } from '#server/testing/documents/make-pdf.ts'
import { JPEG, makePng } from '#server/testing/pictures.ts'
import { checkFile } from './check-file.ts'

const PDF = makePdf()
const PNG = makePng({ width: 9, height: 7 })
const ZIP_END = Buffer.from(`PK\x05\x06${'\0'.repeat(18)}`, 'latin1')
/** The comment of the ZIP ends as a PDF does. */
const LONG_COMMENT = Buffer.concat([
  PDF,
  ZIP_END,
  Buffer.alloc(65_529, ' '),
  Buffer.from('%%EOF\n'),
])
const FRAME = JPEG.indexOf(Buffer.from([0xff, 0xc0, 0x00, 0x11]))

/** The type, or the message. `piece`: bytes that arrive at once. */
function check(file: Uint8Array, piece = file.length || 1): string {
  const { look, finish } = checkFile()
  try {
    for (let at = 0; at < file.length; at += piece) look(file.subarray(at, at + piece))
    return finish()
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function withBytes(file: Buffer, at: number, bytes: number[]): Buffer {
  const changed = Buffer.from(file)
  changed.set(bytes, at)
  return changed
}

function join(...parts: (Buffer | string)[]): Buffer {
  return Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)),
  )
}

/** A picture whose data ends with these bytes. */
function withData(data: string): Buffer {
  return join(JPEG.subarray(0, -2), data, JPEG.subarray(-2))
}

const empty = (count: number) => Array<[string, Buffer]>(count).fill(['teXt', Buffer.alloc(0)])

const FILES: [what: string, file: Buffer, expected: string][] = [
  ['a PDF', PDF, 'application/pdf'],
  ['a PDF after a byte order mark', Buffer.concat([Buffer.from('\uFEFF'), PDF]), 'application/pdf'],
  [
    'a PDF after the lines of a web server',
    join('HTTP/1.1 200 OK\r\n\r\n', PDF),
    'application/pdf',
  ],
  ['a PDF after the lines of a printer', join('\x1B%-12345X@PJL JOB\r\n', PDF), 'application/pdf'],
  ['a PDF after zeros', join('\0'.repeat(900), PDF), 'application/pdf'],
  ['a PDF after too many bytes', join('\0'.repeat(1_100), PDF), documentMessages.type],
  ['a PDF in a Word file', join('PK\x03\x04', PDF), documentMessages.type],
  ['a PDF in a program', join('#!/bin/sh\n', PDF), documentMessages.type],
  ['a PDF in a video', join('\0\0\0\x18ftypmp42', PDF), documentMessages.type],
  ['a PDF without its last line', PDF.subarray(0, PDF.indexOf('%%EOF')), 'application/pdf'],
  ['a PDF before zeros', join(PDF, '\0'.repeat(9_000)), 'application/pdf'],
  ['a PDF before a web page', join(PDF, `<!-- object ${'x'.repeat(9_000)} -->`), 'application/pdf'],
  [
    'a PDF that ends after its trailer',
    PDF.subarray(0, PDF.indexOf('startxref')),
    'application/pdf',
  ],
  [
    'a PDF that ends in its table',
    PDF.subarray(0, PDF.indexOf('trailer')),
    documentMessages.truncated,
  ],
  [
    'a PDF that ends in an update',
    join(PDF, `5 0 obj\n(${'x'.repeat(3_000)}`),
    documentMessages.truncated,
  ],
  ['a JPEG', JPEG, 'image/jpeg'],
  ['a JPEG with restarts in its data', withData('\xFF\0\xFF\xD0\xFF\xFF\xD7x\xFF'), 'image/jpeg'],
  [
    'a JPEG with an unknown mark in its data',
    withData('\xFF\0\xFF\xD0\xFF\x01'),
    documentMessages.truncated,
  ],
  [
    'a JPEG with marks before a segment',
    join(JPEG.subarray(0, 2), '\xFF'.repeat(9), JPEG.subarray(2)),
    'image/jpeg',
  ],
  ['a JPEG with padding', Buffer.concat([JPEG, Buffer.alloc(9)]), 'image/jpeg'],
  ['a JPEG with a second picture after it', Buffer.concat([JPEG, JPEG]), 'image/jpeg'],
  ['a PNG', PNG, 'image/png'],
  ['nothing', Buffer.alloc(0), documentMessages.empty],
  ['one byte', Buffer.from('x'), documentMessages.type],
  ['a page of HTML', Buffer.from('<html><script>alert(1)</script></html>'), documentMessages.type],
  ['HTML that has a PDF in it', Buffer.concat([Buffer.from('<html>'), PDF]), documentMessages.type],
  ['an HEIC', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), documentMessages.type],
  ['a GIF', Buffer.from('GIF89a, and more bytes', 'latin1'), documentMessages.type],
  ['a ZIP', Buffer.from('PK\x03\x04 and more bytes', 'latin1'), documentMessages.type],
  ['a PDF that is cut off', PDF.subarray(0, PDF.length - 30), documentMessages.truncated],
  ['a PDF that is a ZIP too', Buffer.concat([PDF, ZIP_END]), documentMessages.mixed],
  ['a PDF before a ZIP with a comment', LONG_COMMENT, documentMessages.mixed],
  ['a JPEG that is cut off', JPEG.subarray(0, JPEG.length - 20), documentMessages.truncated],
  ['a JPEG without a picture', Buffer.from([0xff, 0xd8, 0xff, 0xd9]), documentMessages.damaged],
  ['a JPEG that is a ZIP too', Buffer.concat([JPEG, ZIP_END]), documentMessages.mixed],
  ['a JPEG with a PDF after it', Buffer.concat([JPEG, PDF]), documentMessages.mixed],
  [
    'a JPEG that promises 4 billion pixels',
    withBytes(JPEG, FRAME + 5, [255, 255, 255, 255]),
    documentMessages.tooManyPixels,
  ],
  ['a PNG that is cut off', PNG.subarray(0, -5), documentMessages.truncated],
  [
    'a PNG with HTML after it',
    Buffer.concat([PNG, Buffer.from('<script>')]),
    documentMessages.mixed,
  ],
  [
    'a PNG that promises 4 billion pixels',
    withBytes(PNG, 16, [0, 0, 255, 255, 0, 0, 255, 255]),
    documentMessages.tooManyPixels,
  ],
  ['a PNG without a header', withBytes(PNG, 12, [65, 65, 65, 65]), documentMessages.damaged],
  ['a PNG of 9,000 chunks', makePng({ width: 9, height: 7, more: empty(9_000) }), 'image/png'],
  [
    'a PNG of 10,000 chunks',
    makePng({ width: 9, height: 7, more: empty(10_000) }),
    documentMessages.tooManySegments,
  ],
  [
    'a JPEG of 10,000 segments',
    join(JPEG.subarray(0, 2), '\xFF\xFE\0\x02'.repeat(10_000), JPEG.subarray(2)),
    documentMessages.tooManySegments,
  ],
  ['a PNG without a height', withBytes(PNG, 20, [0, 0, 0, 0]), documentMessages.damaged],
]

describe('C112 C420 C421 A file is recognized by its bytes', () => {
  test.each(FILES)('%s', (_what, file, expected) => {
    expect(check(file)).toBe(expected)
    for (const piece of [1, 3, 1000]) expect(check(file, piece)).toBe(expected)
  })

  test('C112 A file of more than 25 MB is rejected once that many bytes have arrived', () => {
    const { look } = checkFile()
    look(PDF)
    const piece = Buffer.alloc(1_000_000)
    for (let n = 0; n < 24; n++) look(piece)
    expect(() => look(piece)).toThrow(documentMessages.tooLarge)
  })
})
