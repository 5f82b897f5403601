/** The worker thread that prints statements. Its fonts are parsed once. */
import { parentPort } from 'node:worker_threads'
import { statementsPdf } from '#server/statements/pdf/document.ts'
import { documentsPdf } from '#server/statements/pdf/rows-document.ts'
import type { PrintedDocument } from '#server/statements/printed-document.ts'
import type { Statement } from '#server/statements/statement.ts'

export type Printed = { pdf: Uint8Array } | { error: string }

/** Papers of one kind. */
export type Printable = Statement[] | PrintedDocument[]

parentPort?.on('message', (papers: Printable) => {
  print(papers).then(
    (pdf) => {
      // Transferring needs a copy: pdfkit's buffer may be a view of a shared one.
      const copy = new Uint8Array(pdf)
      parentPort?.postMessage({ pdf: copy } satisfies Printed, [copy.buffer])
    },
    (error: unknown) => parentPort?.postMessage({ error: String(error) } satisfies Printed),
  )
})

function print(papers: Printable): Promise<Buffer> {
  return isDocuments(papers) ? documentsPdf(papers) : statementsPdf(papers)
}

function isDocuments(papers: Printable): papers is PrintedDocument[] {
  return papers.length > 0 && papers.every((paper) => 'rows' in paper)
}
