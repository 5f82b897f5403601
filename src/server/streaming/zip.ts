/** Streams files as one ZIP. The ZIP library is loaded by the first ZIP; only the reader of workbooks imports it too. */
import { Readable } from 'node:stream'
import type { ZipWriter } from '@zip.js/zip.js'

type Pieces = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>

/** `isCompressed`: the content is stored without compressing it again. */
export type ArchivedFile = { name: string; content: Pieces; isCompressed?: boolean }

// Node compresses off the main thread already.
const OPTIONS = { keepOrder: true, bufferedWrite: false, useWebWorkers: false }
/** The estimated size of a ZIP. */
export type ZipSize = { bytes: number; files: number }

/** A larger ZIP must be ZIP64, which fewer programs can read. Leaves room for headers, which are not counted. */
const LARGEST_PLAIN: ZipSize = { bytes: 3_000_000_000, files: 60_000 }

/** The bytes of a ZIP of `files`. Each file is created after the previous one was sent. */
export async function* createZip(
  files: AsyncIterable<ArchivedFile>,
  size: ZipSize = { bytes: 0, files: 0 },
): AsyncGenerator<Uint8Array> {
  const { ZipWriter } = await import('@zip.js/zip.js')
  let fail: (error: unknown) => void = () => undefined
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>({
    start: (controller) => {
      fail = (error) => controller.error(error)
    },
  })
  const zip64 = size.bytes > LARGEST_PLAIN.bytes || size.files > LARGEST_PLAIN.files
  // A failed file truncates the ZIP: a ZIP without one of its files must not look complete.
  const zip = new ZipWriter(writable, { ...OPTIONS, zip64 })
  writeAll(zip, files).catch(fail)
  yield* readable
}

async function writeAll(zip: ZipWriter<unknown>, files: AsyncIterable<ArchivedFile>) {
  for await (const { name, content, isCompressed } of files) {
    const bytes = Readable.toWeb(Readable.from(toBytes(content))) as ReadableStream
    await zip.add(name, bytes, isCompressed ? { level: 0 } : {})
  }
  await zip.close()
}

async function* toBytes(pieces: Pieces): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    yield typeof piece === 'string' ? Buffer.from(piece) : piece
  }
}
