/** Requests for documents (SPEC C110–C113). */
import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query'
import {
  documentMessages,
  type DocumentChange,
  type DocumentFacts,
} from '#core/documents/documents.ts'
import { request } from '#web/api/client.ts'
import { readMoved } from '#web/confirmations/stored/read-added.ts'
import { queryClient, refetchLists } from '#web/api/queries.ts'
import { newOperation, offerUndo, operationHeaders } from '#web/api/undo.ts'
import { toastFailure } from '#web/ui/overlays/toast.tsx'

const KEY = 'documents'

/** The field that the server asked about and a person confirmed. */
type Confirmation = { confirmed?: string | undefined }

/** Shows the server's question and returns true, if the error is a question. `again`: repeats the request with the confirmation. */
export type Ask = (error: Error, again: (confirmed: string) => void) => boolean

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

export function useChangeDocument(document: DocumentFacts, onDone?: () => void, ask?: Ask) {
  const { id, version } = document
  const change = useMutation({
    mutationFn: ({ confirmed, ...body }: DocumentChange & Confirmation) =>
      request<DocumentFacts>('PUT', `/api/documents/${id}${confirmedQuery(confirmed)}`, {
        body,
        headers: { 'If-Match': `"${version}"` },
      }),
    onSuccess: async (changed) => {
      onDone?.()
      readMoved(document, changed)
      await refetchDocuments()
    },
    onError: (error, sent) => {
      if (ask?.(error, (confirmed) => change.mutate({ ...sent, confirmed }))) return
      toastFailure(documentMessages.saveFailed, error.message)
      void refetchDocuments()
    },
  })
  return change
}

/** Deletes without asking first, unless the server asks. The toast offers to undo it. */
export function useDeleteDocument({ id, name }: DocumentFacts, ask: Ask) {
  const deletion = useMutation({
    mutationFn: async ({ confirmed }: Confirmation) => {
      const operation = newOperation()
      const headers = operationHeaders(operation)
      await request('DELETE', `/api/documents/${id}${confirmedQuery(confirmed)}`, { headers })
      return operation
    },
    onSuccess: async (operation) => {
      offerUndo({ title: `${name} deleted`, operation, undone: () => `${name} restored` })
      await refetchDocuments()
    },
    onError: (error) => {
      if (ask(error, (confirmed) => deletion.mutate({ confirmed }))) return
      toastFailure(documentMessages.deleteFailed, error.message)
      void refetchDocuments()
    },
  })
  return deletion
}

function confirmedQuery(confirmed: string | undefined): string {
  return confirmed === undefined ? '' : `?confirmed=${confirmed}`
}
