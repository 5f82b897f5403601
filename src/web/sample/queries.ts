/** The requests for sample data (SPEC C64, C65). */
import { useQuery } from '@tanstack/react-query'
import { sampleMessages } from '#core/sample/messages.ts'
import type { SampleRemoved, SampleState } from '#core/sample/sample-data.ts'
import { request } from '#web/api/client.ts'
import { refetchLists } from '#web/api/queries.ts'
import { today } from '#web/api/today.ts'
import { useAction } from '#web/api/use-action.ts'
import { toast } from '#web/ui/overlays/toast.tsx'

const PATH = '/api/sample-data'

export function useSampleState() {
  return useQuery({
    queryKey: ['sample-data'],
    queryFn: () => request<SampleState>('GET', PATH),
    staleTime: 0,
  })
}

export function useFillSample() {
  return useAction({
    send: (_: void, { key }) =>
      request('POST', PATH, { body: { today: today() }, headers: { 'Idempotency-Key': key } }),
    failed: sampleMessages.notFilled,
    onDone: async () => {
      await refetchLists()
      toast(sampleMessages.filled)
    },
    refetch: 'nothing',
  })
}

/** `onRemoved` gets the names of the kept records. It must reload the lists last, which removes the button and its dialogs. */
export function useRemoveSample(onRemoved: (kept: string[]) => void) {
  return useAction({
    send: (changed: 'keep' | 'remove') =>
      request<SampleRemoved>('DELETE', `${PATH}?changed=${changed}`),
    done: sampleMessages.removed,
    failed: sampleMessages.notRemoved,
    onDone: ({ kept }) => onRemoved(kept),
    refetch: 'nothing',
  })
}
