/** The views of a list: ready-made ones out of its declaration, and a person's own. */
import { useMutation, useQuery } from '@tanstack/react-query'
import type { Listing, View } from '#core/entities/entity.ts'
import { views, type SavedView } from '#core/lists/views.ts'
import { request } from '#web/api/client.ts'
import { queryClient } from '#web/api/queries.ts'
import { useRequestKey } from '#web/api/request-key.ts'
import { readListState, viewAddress } from '#web/records/list/list-state.ts'

const PATH = `/api/${views.name}`

export function useSavedViews(list: string): SavedView[] {
  const { data = [] } = useQuery({
    queryKey: [views.name, list],
    queryFn: () =>
      request<SavedView[]>('GET', `${PATH}?${new URLSearchParams({ list })}&sort=name`),
  })
  return data
}

/** Whether a view shows what `address` does: told by what both mean, not by how they are written. */
export function isShown(listing: Listing, view: View, address: string): boolean {
  return canonical(listing, view.address) === address
}

/** An address as it is written today: a view that was saved long ago may name what is no more. */
function canonical(listing: Listing, address: string): string {
  return viewAddress(listing, readListState(listing, new URLSearchParams(address)))
}

/** Makes a view, or changes the one that is given. Throws ApiError, 409 for a name that there is already. */
export function useSaveView(onSaved: (view: SavedView) => void) {
  const { key, onAnswer } = useRequestKey()
  return useMutation({
    mutationFn: async ({ view, body }: { view?: SavedView | undefined; body: ViewBody }) => {
      if (!view) {
        const headers = { 'Idempotency-Key': key }
        return request<SavedView>('POST', PATH, { body, headers })
      }
      const headers = { 'If-Match': `"${view.version}"` }
      return request<SavedView>('PUT', `${PATH}/${view.id}`, { body, headers })
    },
    onSuccess: async (saved) => {
      onAnswer()
      await readAgain()
      onSaved(saved)
    },
    onError: async (error) => {
      onAnswer(error)
      await readAgain()
    },
  })
}

export type ViewBody = { list: string } & View

export function useDeleteView(onDeleted: () => void) {
  return useMutation({
    mutationFn: ({ id }: SavedView) => request('DELETE', `${PATH}/${id}`),
    onSuccess: async () => {
      await readAgain()
      onDeleted()
    },
    onError: readAgain,
  })
}

async function readAgain(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: [views.name] })
}
