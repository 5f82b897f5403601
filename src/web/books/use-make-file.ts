import type { BooksDays } from '#core/books/books.ts'
import { request } from '#web/api/client.ts'
import { refetchLists } from '#web/api/queries.ts'
import { useAction } from '#web/api/use-action.ts'

/** `before`: saves what must be saved first. */
type MakeFile = { before?: () => Promise<void>; onDone?: () => void }

export function useMakeFile({ before, onDone }: MakeFile = {}) {
  return useAction({
    send: async (body: BooksDays, { key }) => {
      await before?.()
      const headers = { 'Idempotency-Key': key }
      return request<{ id: number }>('POST', '/api/export-batches', { body, headers })
    },
    done: 'File made. Download it below.',
    failed: 'Failed to make the file',
    onDone: () => onDone?.(),
    onFailure: refetchLists,
    refetch: refetchLists,
  })
}
