/** The thread that lays statements out: one after the other, with fonts that are parsed once. */
import { parentPort } from 'node:worker_threads'
import { statementPdf } from '#server/statements/pdf/document.ts'
import type { Statement } from '#server/statements/text.ts'

export type Printed = { pdf: Uint8Array } | { error: string }

parentPort?.on('message', (statement: Statement) => {
  statementPdf(statement).then(
    (pdf) => {
      // A copy of its own: what pdfkit hands over may be a window on a buffer that others use.
      const own = new Uint8Array(pdf)
      parentPort?.postMessage({ pdf: own } satisfies Printed, [own.buffer])
    },
    (error: unknown) => parentPort?.postMessage({ error: String(error) } satisfies Printed),
  )
})
