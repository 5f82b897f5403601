import type { BulkResponse } from '#core/entities/bulk.ts'
import { pluralize } from '#core/pluralize.ts'
import { request } from '#web/api/client.ts'
import { refetchLists } from '#web/api/queries.ts'
import { offerUndo, operationHeaders } from '#web/api/undo.ts'
import { useAction } from '#web/api/use-action.ts'
import { toastFailure } from '#web/ui/overlays/toast.tsx'

/** `title`: of the toast, which offers an undo: "Load HB-1391: BOL received". */
type SetLoads = { ids: number[]; set: Record<string, string>; title: string }

/** Sets a status of loads where it is missing, without a form (SPEC C482). */
export function useSetLoads() {
  return useAction({
    send: async ({ ids, set }: SetLoads, { key }) => {
      const headers = { 'Idempotency-Key': key, ...operationHeaders(key) }
      const { failed } = await request<BulkResponse>('POST', '/api/loads/bulk', {
        body: { ids, set },
        headers,
      })
      return { key, failed }
    },
    done: ({ key, failed: [first] }, { title }) => {
      if (first) return toastFailure("Couldn't change every load", first.message)
      offerUndo({
        title,
        operation: key,
        undone: (count) => `${pluralize(count, 'load')} reverted`,
      })
    },
    failed: "Couldn't change the load",
    refetch: refetchLists,
  })
}

/** "Load HB-1391", "2 loads". */
export function labelLoads(loads: readonly { number: string }[]): string {
  const [first] = loads
  return loads.length === 1 && first ? `Load ${first.number}` : pluralize(loads.length, 'load')
}
