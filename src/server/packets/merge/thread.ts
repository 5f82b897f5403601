/** The worker thread that merges papers. It draws nothing and runs no script of a PDF. */
import { parentPort } from 'node:worker_threads'
import type { Merged, MergedPaper, Numbering } from './merge-papers.ts'

export type MergeJob = { papers: MergedPaper[]; numbering: Numbering | undefined }

export type MergeResult = Merged | { error: string }

/** A stream in a PDF can unpack to gigabytes, which the limit of the thread's heap does not count. */
const LARGEST_ARRAY = 96 * 1024 * 1024

limitArrays()
// The library logs what it does not understand in a PDF.
Object.assign(console, { log: ignore, warn: ignore, error: ignore })
const { mergePapers } = await import('./merge-papers.ts')

parentPort?.on('message', ({ papers, numbering }: MergeJob) => {
  mergePapers(papers, numbering).then(
    (merged) => {
      if (!('pdf' in merged)) return parentPort?.postMessage(merged satisfies MergeResult)
      // Transferring needs bytes that have their own buffer.
      const pdf = merged.pdf.slice()
      return parentPort?.postMessage({ ...merged, pdf } satisfies MergeResult, [pdf.buffer])
    },
    (error: unknown) => parentPort?.postMessage({ error: String(error) } satisfies MergeResult),
  )
})

function ignore(): void {}

function limitArrays(): void {
  globalThis.Uint8Array = new Proxy(Uint8Array, {
    construct(target, args: unknown[], made) {
      if (typeof args[0] === 'number' && args[0] > LARGEST_ARRAY)
        throw new RangeError('The PDF is too large when unpacked')
      return Reflect.construct(target, args, made) as Uint8Array
    },
  })
}
