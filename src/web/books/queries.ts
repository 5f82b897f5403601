/** The requests of the books (SPEC C220–C226). */
import { queryOptions } from '@tanstack/react-query'
import type { AccountMap, BooksDays, BooksPreview, ExportBatch } from '#core/books/books.ts'
import { request } from '#web/api/client.ts'

export const accountMapQuery = queryOptions({
  queryKey: ['books', 'accounts'],
  queryFn: () => request<AccountMap>('GET', '/api/books/accounts'),
})

export const batchesQuery = queryOptions({
  queryKey: ['books', 'batches'],
  queryFn: () => request<ExportBatch[]>('GET', '/api/export-batches'),
})

export function booksPreviewQuery(days: BooksDays | null) {
  return queryOptions({
    queryKey: ['books', 'preview', days],
    queryFn: () =>
      request<BooksPreview>('GET', `/api/books/preview?${new URLSearchParams(days ?? {})}`),
    enabled: days !== null,
  })
}
