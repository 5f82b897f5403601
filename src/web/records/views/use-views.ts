/** The saved views of a list. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Listing, View } from '#core/entities/entity.ts'
import { views, type SavedView } from '#core/lists/views.ts'
import { deletedMessage, restoredMessage } from '#core/messages.ts'
import { request } from '#web/api/client.ts'
import { queryClient } from '#web/api/queries.ts'
import { newOperation, offerUndo, operationHeaders } from '#web/api/undo.ts'
import { useAction } from '#web/api/use-action.ts'
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

/** Whether `address` is the view's address, regardless of the order of its parameters. */
export function isShown(listing: Listing, view: View, address: string): boolean {
  return canonical(listing, view.address) === address
}

/** An old view may name columns or filters that no longer exist. */
function canonical(listing: Listing, address: string): string {
  return viewAddress(listing, readListState(listing, new URLSearchParams(address)))
}

/** Creates a view, or changes `view`. Fails with ApiError 409 for a duplicate name. */
export function useSaveView(onSaved: (view: SavedView) => void) {
  return useAction({
    send: async (
      { view, body }: { view?: SavedView | undefined; body: ViewBody },
      { key },
    ): Promise<SavedView> => {
      if (!view) {
        const headers = { 'Idempotency-Key': key }
        return request<SavedView>('POST', PATH, { body, headers })
      }
      const headers = { 'If-Match': `"${view.version}"` }
      return request<SavedView>('PUT', `${PATH}/${view.id}`, { body, headers })
    },
    onDone: async (saved) => {
      await refetchViews()
      onSaved(saved)
    },
    onFailure: refetchViews,
    refetch: 'nothing',
  })
}

export type ViewBody = { list: string } & View

export function useDeleteView(onDeleted: () => void) {
  const [operation] = useState(newOperation)
  return useAction({
    send: ({ id }: SavedView) =>
      request('DELETE', `${PATH}/${id}`, { headers: operationHeaders(operation) }),
    done: (_, { name }) => {
      const undone = (count: number) => restoredMessage(`View ${name}`, count)
      offerUndo({ title: deletedMessage(views.singular), operation, undone })
    },
    onFailure: refetchViews,
    refetch: () => refetchViews().then(onDeleted),
  })
}

async function refetchViews(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: [views.name] })
}
