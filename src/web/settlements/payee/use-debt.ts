/** What can be done with what a frozen statement left open: it passes on, or is released (SPEC C7, C10). */
import { useMutation } from '@tanstack/react-query'
import { settlementMessages } from '#core/settlements/messages.ts'
import { request } from '#web/api/client.ts'
import { refetchLists } from '#web/api/queries.ts'
import { toast, toastFailure } from '#web/ui/overlays/toast.tsx'

type Step = { path: string; method?: 'POST' | 'DELETE'; body?: object; done: string }

/** `onLines`: the settlement on the screen may have another line by now. */
export function useOpenAmount(onLines: () => void) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ path, method = 'POST', body }: Step) =>
      request(method, `/api/billing/${path}`, body && { body }),
    onSuccess: (_, { done }) => {
      toast(done)
      onLines()
      void refetchLists()
    },
    onError: ({ message }) => toastFailure(settlementMessages.failedToAdjust, message),
  })
  return {
    step: (asked: Step) => !isPending && mutate(asked),
    busy: isPending,
    refused: error?.message,
  }
}
