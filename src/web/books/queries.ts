/** The requests of the books (SPEC C220–C226). */
import { queryOptions } from '@tanstack/react-query'
import type { AccountMap, BooksDays, BooksPreview, ExportBatch } from '#core/books/books.ts'
import type { ClosedChange, BooksClosing } from '#core/books/closing.ts'
import { request } from '#web/api/client.ts'

export const accountMapQuery = queryOptions({
  queryKey: ['books', 'accounts'],
  queryFn: () => request<AccountMap>('GET', '/api/books/accounts'),
})

export const batchesQuery = queryOptions({
  queryKey: ['books', 'batches'],
  queryFn: () => request<ExportBatch[]>('GET', '/api/export-batches'),
})

export const closingQuery = queryOptions({
  queryKey: ['books', 'closing'],
  queryFn: () => request<BooksClosing>('GET', '/api/books/closing'),
})

export const closedChangesQuery = queryOptions({
  queryKey: ['books', 'closed-changes'],
  queryFn: () => request<ClosedChange[]>('GET', '/api/books/closed-changes'),
})

export function booksPreviewQuery(days: BooksDays | null) {
  return queryOptions({
    queryKey: ['books', 'preview', days],
    queryFn: () =>
      request<BooksPreview>('GET', `/api/books/preview?${new URLSearchParams(days ?? {})}`),
    enabled: days !== null,
  })
}
