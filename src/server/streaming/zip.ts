/** Files as one ZIP, sent while they are made. The only place that knows the ZIP library. */
import { Readable } from 'node:stream'
import { configure, ZipWriter } from '@zip.js/zip.js'

export type ArchivedFile = { name: string; content: AsyncIterable<string | Uint8Array> }

// Node's own compression is off the main thread already.
configure({ useWebWorkers: false })

/** No file of ours comes near 4 GB; readers of ZIP64 are rarer. */
const OPTIONS = { zip64: false, keepOrder: true, bufferedWrite: false }

/** The bytes of a ZIP of `files`, each asked for when the one before it is through. */
export async function* createZip(files: AsyncIterable<ArchivedFile>): AsyncGenerator<Uint8Array> {
  let fail: (error: unknown) => void = () => undefined
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>({
    start: (controller) => {
      fail = (error) => controller.error(error)
    },
  })
  // A file that cannot be made breaks the ZIP off: a short one must not look whole.
  writeAll(new ZipWriter(writable, OPTIONS), files).catch(fail)
  yield* readable
}

async function writeAll(zip: ZipWriter<unknown>, files: AsyncIterable<ArchivedFile>) {
  for await (const { name, content } of files) {
    await zip.add(name, Readable.toWeb(Readable.from(inBytes(content))) as ReadableStream)
  }
  await zip.close()
}

async function* inBytes(pieces: AsyncIterable<string | Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    yield typeof piece === 'string' ? Buffer.from(piece) : piece
  }
}
