/** Requests for upload links (SPEC C135, C138). */
import { queryOptions, useMutation } from '@tanstack/react-query'
import { linkMessages, type MadeLink, type UploadLink } from '#core/documents/upload-links.ts'
import { request } from '#web/api/client.ts'
import { queryClient } from '#web/api/queries.ts'
import { toast, toastFailure } from '#web/ui/overlays/toast.tsx'

const KEY = 'upload-links'

export function uploadLinksQuery(loadId: number) {
  return queryOptions({
    queryKey: [KEY, loadId],
    queryFn: () => request<UploadLink[]>('GET', `/api/loads/${loadId}/upload-links`),
  })
}

export function useMakeLink(loadId: number, onMade: (link: MadeLink) => void) {
  return useMutation({
    mutationFn: (days: number) =>
      request<MadeLink>('POST', `/api/loads/${loadId}/upload-links`, { body: { days } }),
    onSuccess: async (link) => {
      onMade(link)
      await refetchLinks()
    },
    onError: ({ message }) => toastFailure(linkMessages.makeFailed, message),
  })
}

export function useRevokeLink() {
  return useMutation({
    mutationFn: (id: number) => request('DELETE', `/api/upload-links/${id}`),
    onSuccess: () => toast('Upload link revoked'),
    onError: ({ message }) => toastFailure(linkMessages.revokeFailed, message),
    onSettled: refetchLinks,
  })
}

async function refetchLinks(): Promise<void> {
  await Promise.all(
    [KEY, 'audit'].map((name) => queryClient.invalidateQueries({ queryKey: [name] })),
  )
}
