/** The requests for sample data (SPEC C64, C65). */
import { useMutation, useQuery } from '@tanstack/react-query'
import { sampleMessages } from '#core/sample/messages.ts'
import type { SampleRemoved, SampleState } from '#core/sample/sample-data.ts'
import { request } from '#web/api/client.ts'
import { refetchLists } from '#web/api/queries.ts'
import { useRequestKey } from '#web/api/request-key.ts'
import { today } from '#web/api/today.ts'
import { toast, toastFailure } from '#web/ui/overlays/toast.tsx'

const PATH = '/api/sample-data'

export function useSampleState() {
  return useQuery({
    queryKey: ['sample-data'],
    queryFn: () => request<SampleState>('GET', PATH),
    staleTime: 0,
  })
}

export function useFillSample() {
  const { key, onResponse } = useRequestKey()
  return useMutation({
    mutationFn: () =>
      request('POST', PATH, { body: { today: today() }, headers: { 'Idempotency-Key': key } }),
    onSuccess: async () => {
      onResponse()
      await refetchLists()
      toast(sampleMessages.filled)
    },
    onError: (error) => {
      onResponse(error)
      toastFailure(sampleMessages.notFilled, error.message)
    },
  })
}

/** `onRemoved` gets the names of the kept records. It must reload the lists last, which removes the button and its dialogs. */
export function useRemoveSample(onRemoved: (kept: string[]) => void) {
  return useMutation({
    mutationFn: (changed: 'keep' | 'remove') =>
      request<SampleRemoved>('DELETE', `${PATH}?changed=${changed}`),
    onSuccess: ({ kept }) => {
      toast(sampleMessages.removed)
      onRemoved(kept)
    },
    onError: (error) => toastFailure(sampleMessages.notRemoved, error.message),
  })
}
