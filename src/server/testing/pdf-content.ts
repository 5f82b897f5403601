/** The content of a PDF with its streams decompressed, for tests. */
import { inflateSync } from 'node:zlib'

const STREAM_START = '>>\nstream\n'

/**
 * Every object of a PDF by pdfkit, without lengths and offsets. zlib compresses differently from one version
 * or processor to the next; this text stays the same.
 */
export function inflatePdf(pdf: Uint8Array): string {
  const bytes = Buffer.from(pdf)
  const text = bytes.toString('latin1', 0, bytes.lastIndexOf('\nxref\n'))
  let content = ''
  let end = 0
  for (;;) {
    const start = text.indexOf(STREAM_START, end)
    if (start < 0) return content + text.slice(end)
    const before = text.slice(end, start)
    const dictionary = before.slice(before.lastIndexOf(' 0 obj'))
    const from = start + STREAM_START.length
    end = from + Number(/\/Length (\d+)/.exec(dictionary)?.[1])
    const data = bytes.subarray(from, end)
    const inflated = dictionary.includes('/FlateDecode') ? inflateSync(data) : data
    content += before.replace(/\/Length \d+\n/, '') + inflated.toString('latin1')
  }
}
