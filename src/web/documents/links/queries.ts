/** Requests for upload links (SPEC C135, C138). */
import { queryOptions } from '@tanstack/react-query'
import { linkMessages, type MadeLink, type UploadLink } from '#core/documents/upload-links.ts'
import { request } from '#web/api/client.ts'
import { queryClient } from '#web/api/queries.ts'
import { useAction } from '#web/api/use-action.ts'

const KEY = 'upload-links'

export function uploadLinksQuery(loadId: number) {
  return queryOptions({
    queryKey: [KEY, loadId],
    queryFn: () => request<UploadLink[]>('GET', `/api/loads/${loadId}/upload-links`),
  })
}

export function useMakeLink(loadId: number, onMade: (link: MadeLink) => void) {
  return useAction({
    send: (days: number) =>
      request<MadeLink>('POST', `/api/loads/${loadId}/upload-links`, { body: { days } }),
    failed: linkMessages.makeFailed,
    onDone: onMade,
    refetch: refetchLinks,
  })
}

export function useRevokeLink() {
  return useAction({
    send: (id: number) => request('DELETE', `/api/upload-links/${id}`),
    done: 'Upload link revoked',
    failed: linkMessages.revokeFailed,
    onFailure: refetchLinks,
    refetch: refetchLinks,
  })
}

async function refetchLinks(): Promise<void> {
  await Promise.all(
    [KEY, 'audit'].map((name) => queryClient.invalidateQueries({ queryKey: [name] })),
  )
}
