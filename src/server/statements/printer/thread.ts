/** The worker thread that prints statements. Its fonts are parsed once. */
import { parentPort } from 'node:worker_threads'
import { statementsPdf } from '#server/statements/pdf/document.ts'
import type { Statement } from '#server/statements/statement.ts'

export type Printed = { pdf: Uint8Array } | { error: string }

parentPort?.on('message', (statements: Statement[]) => {
  statementsPdf(statements).then(
    (pdf) => {
      // Transferring needs a copy: pdfkit's buffer may be a view of a shared one.
      const copy = new Uint8Array(pdf)
      parentPort?.postMessage({ pdf: copy } satisfies Printed, [copy.buffer])
    },
    (error: unknown) => parentPort?.postMessage({ error: String(error) } satisfies Printed),
  )
})
