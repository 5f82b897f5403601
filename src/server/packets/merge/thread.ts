/** The worker thread that merges papers. It draws nothing and runs no script of a PDF. */
import { parentPort } from 'node:worker_threads'
import { limitArrays } from '#server/documents/pages/limit-arrays.ts'
import type { Merged, MergedPaper, Numbering } from './merge-papers.ts'

/** `step`: the thread writes the number of the step that it is at (`Way`). */
export type MergeJob = {
  papers: MergedPaper[]
  numbering: Numbering | undefined
  isEarlier: boolean
  step: Int32Array
}

export type MergeResult = Merged | { error: string }

/** A stream in a PDF can unpack to gigabytes, which the limit of the thread's heap does not count. */
limitArrays(96 * 1024 * 1024)
// The libraries log what they do not understand in a PDF.
Object.assign(console, { log: ignore, warn: ignore, error: ignore })
const { mergePapers } = await import('./merge-papers.ts')

parentPort?.on('message', ({ papers, numbering, isEarlier, step }: MergeJob) => {
  const onStep = (number: number) => Atomics.store(step, 0, number)
  mergePapers(papers, numbering, { isEarlier, onStep }).then(
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
