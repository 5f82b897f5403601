/** Streams files as one ZIP. No other file imports the ZIP library. */
import { Readable } from 'node:stream'
import { configure, ZipWriter } from '@zip.js/zip.js'

type Pieces = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>

export type ArchivedFile = { name: string; content: Pieces }

// Node compresses off the main thread already.
configure({ useWebWorkers: false })

/** No file comes near 4 GB, and fewer programs read ZIP64. */
const OPTIONS = { zip64: false, keepOrder: true, bufferedWrite: false }

/** The bytes of a ZIP of `files`. Each file is made after the one before it was sent. */
export async function* createZip(files: AsyncIterable<ArchivedFile>): AsyncGenerator<Uint8Array> {
  let fail: (error: unknown) => void = () => undefined
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>({
    start: (controller) => {
      fail = (error) => controller.error(error)
    },
  })
  // A failed file breaks the ZIP off: a ZIP that lacks a file must not look complete.
  writeAll(new ZipWriter(writable, OPTIONS), files).catch(fail)
  yield* readable
}

async function writeAll(zip: ZipWriter<unknown>, files: AsyncIterable<ArchivedFile>) {
  for await (const { name, content } of files) {
    await zip.add(name, Readable.toWeb(Readable.from(toBytes(content))) as ReadableStream)
  }
  await zip.close()
}

async function* toBytes(pieces: Pieces): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    yield typeof piece === 'string' ? Buffer.from(piece) : piece
  }
}
