/** Reads the rate confirmations that the office stores, in the background of the page (SPEC C155). */
import { useIsFetching } from '@tanstack/react-query'
import type { ConfirmedTotal } from '#core/confirmations/kept-reading.ts'
import type { DocumentFacts } from '#core/documents/documents.ts'
import { SHOWS_REVENUE } from '#core/documents/kinds.ts'
import { request } from '#web/api/client.ts'
import { queryClient } from '#web/api/queries.ts'
import type { StoredPaper } from './fetch-stored.ts'

type Options = { file?: Blob; ocr?: boolean }

/** The key in the query cache, which runs one reading of a document at a time. */
const keyOf = (id: number) => ['confirmation-reading', id]

/** Whether the page is reading the document. */
export function useIsBeingRead(id: number | null | undefined): boolean {
  return useIsFetching({ queryKey: keyOf(id ?? 0) }) > 0
}

/** Throws an Error with a message for the user. */
export async function readNow(paper: StoredPaper, options: Options = {}): Promise<void> {
  await queryClient.fetchQuery({
    queryKey: keyOf(paper.id),
    staleTime: 0,
    gcTime: 0,
    queryFn: async () => {
      const { readStored } = await import('./read-stored.ts')
      await readStored(paper, options)
      return true
    },
  })
  // The load's page compares the total with the load.
  await queryClient.invalidateQueries({ queryKey: ['documents', 'confirmed-total'] })
}

/** Reads a document after its upload. A paper that can't be read stays unread: the load's page and the settlement run say so. */
export function readAdded(document: DocumentFacts, file: Blob): void {
  if (document.kind !== SHOWS_REVENUE) return
  void readNow(document, { file }).catch(() => undefined)
}

/** Reads a document after its type or load was changed. A known total does not change. */
export function readMoved(before: DocumentFacts, after: DocumentFacts): void {
  const isMoved = before.kind !== after.kind || before.loadId !== after.loadId
  if (!isMoved || after.kind !== SHOWS_REVENUE || after.loadId === null || !after.mayOpen) return
  void readIfUnread(after, after.loadId).catch(() => undefined)
}

async function readIfUnread(document: DocumentFacts, loadId: number): Promise<void> {
  const path = `/api/loads/${loadId}/confirmation`
  const { documentId, state } = await request<ConfirmedTotal>('GET', path)
  if (documentId === document.id && state === 'unread') await readNow(document)
}
