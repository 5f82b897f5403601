/** What is needed to store a document. `app.ts` opens it. The routes of the office, upload links and the portal share it. */
import type { FileType } from '#core/documents/documents.ts'
import type { Database } from '#server/database/open.ts'
import { openPageCounter, type PageCounter } from './pages/count-pages.ts'

/** Tries whether a file can be in a packet. `packets` has it: it is about the library that merges. */
export type PaperTrial = {
  /** Throws 400 if the paper can't be opened by the library that merges papers. One that takes too long is not rejected. */
  try: (paper: {
    turn: readonly [accountId: string, uploader: string]
    sha256: string
    type: FileType
    pages: number
    /** Returns the whole file. Called when it is the paper's turn. */
    read: () => Promise<Uint8Array>
  }) => Promise<void>
  close: () => Promise<void>
}

export type DocumentStore = {
  database: Database
  pages: PageCounter
  trial: PaperTrial
  /** The quota of each account in bytes; undefined without a limit. */
  quota: number | undefined
  close: () => Promise<void>
}

export function openDocumentStore(
  database: Database,
  trial: PaperTrial,
  quota?: number,
): DocumentStore {
  const pages = openPageCounter()
  const close = async () => {
    await Promise.all([pages.close(), trial.close()])
  }
  return { database, pages, trial, quota, close }
}
