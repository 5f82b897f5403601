/** Requests for documents (SPEC C110–C113). */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import {
  documentMessages,
  type DocumentChange,
  type DocumentFacts,
} from '#core/documents/documents.ts'
import { request } from '#web/api/client.ts'
import { readMoved } from '#web/confirmations/stored/read-added.ts'
import { queryClient, refetchLists } from '#web/api/queries.ts'
import { newOperation, offerUndo, operationHeaders } from '#web/api/undo.ts'
import { useAction } from '#web/api/use-action.ts'

const KEY = 'documents'

export function loadDocumentsQuery(loadId: number) {
  return queryOptions({
    queryKey: [KEY, 'load', loadId],
    queryFn: () => request<DocumentFacts[]>('GET', `/api/loads/${loadId}/documents`),
  })
}

/** `path`: "factors/7/documents". */
export function keptDocumentsQuery(path: string) {
  return queryOptions({
    queryKey: [KEY, 'kept', path],
    queryFn: () => request<DocumentFacts[]>('GET', `/api/${path}`),
  })
}

const INBOX_PAGE = 100

/** Documents without a load, newest first, in pages. */
export const inboxQuery = infiniteQueryOptions({
  queryKey: [KEY, 'inbox'],
  queryFn: ({ pageParam: before }) => {
    const from = before === undefined ? '' : `&before=${before}`
    return request<DocumentFacts[]>('GET', `/api/documents?load=none&limit=${INBOX_PAGE}${from}`)
  },
  initialPageParam: undefined as number | undefined,
  getNextPageParam: (last) => (last.length < INBOX_PAGE ? undefined : last.at(-1)?.id),
})

/** Also refetches lists: a load's first BOL changes the load. */
export async function refetchDocuments(): Promise<void> {
  await Promise.all([queryClient.invalidateQueries({ queryKey: [KEY] }), refetchLists()])
}

type ChangeOptions = { asks?: 'everything'; onDone?: () => void }

export function useChangeDocument(document: DocumentFacts, options: ChangeOptions = {}) {
  const { id, version } = document
  return useAction({
    send: (body: DocumentChange, { confirmed }) =>
      request<DocumentFacts>('PUT', `/api/documents/${id}${confirmedQuery(confirmed)}`, {
        body,
        headers: { 'If-Match': `"${version}"` },
      }),
    failed: documentMessages.saveFailed,
    ...(options.asks && { asks: options.asks }),
    onDone: (changed) => {
      options.onDone?.()
      readMoved(document, changed)
    },
    onFailure: () => void refetchDocuments(),
    refetch: refetchDocuments,
  })
}

/** Deletes without asking first, unless the server asks. The toast offers to undo it. */
export function useDeleteDocument({ id, name }: DocumentFacts) {
  return useAction({
    send: async (_: void, { confirmed }) => {
      const operation = newOperation()
      const headers = operationHeaders(operation)
      await request('DELETE', `/api/documents/${id}${confirmedQuery(confirmed)}`, { headers })
      return operation
    },
    done: (operation) =>
      offerUndo({ title: `${name} deleted`, operation, undone: () => `${name} restored` }),
    failed: documentMessages.deleteFailed,
    asks: 'everything',
    onFailure: () => void refetchDocuments(),
    refetch: refetchDocuments,
  })
}

function confirmedQuery([field]: string[]): string {
  return field === undefined ? '' : `?confirmed=${field}`
}
