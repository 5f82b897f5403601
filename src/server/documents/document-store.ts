/** What is needed to store a document. `app.ts` opens it. The routes of the office, upload links and the portal share it. */
import type { Database } from '#server/database/open.ts'
import { openPageCounter, type PageCounter } from './pages/count-pages.ts'

export type DocumentStore = {
  database: Database
  pages: PageCounter
  /** The quota of each account in bytes; undefined without a limit. */
  quota: number | undefined
  close: () => Promise<void>
}

export function openDocumentStore(database: Database, quota?: number): DocumentStore {
  const pages = openPageCounter()
  return { database, pages, quota, close: pages.close }
}
