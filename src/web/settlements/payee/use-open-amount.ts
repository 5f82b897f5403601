/** The steps that close an open amount of a statement: adjust, transfer, write off (SPEC C7, C10). */
import { useMutation } from '@tanstack/react-query'
import { settlementMessages } from '#core/settlements/messages.ts'
import { readFailure, request } from '#web/api/client.ts'
import { refetchLists } from '#web/api/queries.ts'
import { useSettlement } from '#web/settlements/screen/use-settlement.ts'
import { toast, toastFailure } from '#web/ui/overlays/toast.tsx'

/** `path` is below /api/billing; `done` is the toast. */
type Step = { path: string; body?: object; done: string }

/** Refreshes the settlement on the screen after a step, because the step may add a line to it. */
export function useOpenAmount(onDone?: () => void) {
  const { refreshAmounts } = useSettlement()
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ path, method, body }: Step & { method: 'POST' | 'DELETE' }) =>
      request(method, `/api/billing/${path}`, body && { body }),
    onSuccess: (_, { done }) => {
      toast(done)
      onDone?.()
      refreshAmounts()
      void refetchLists()
    },
    onError: ({ message }) => toastFailure(settlementMessages.failedToAdjust, message),
  })
  return {
    post: (step: Step) => !isPending && mutate({ ...step, method: 'POST' }),
    undo: (step: Step) => !isPending && mutate({ ...step, method: 'DELETE' }),
    busy: isPending,
    failure: readFailure(error),
  }
}
