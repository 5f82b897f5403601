/** The steps that close an open amount of a statement: adjust, transfer, write off (SPEC C7, C10). */
import { settlementMessages } from '#core/settlements/messages.ts'
import { request } from '#web/api/client.ts'
import { useAction } from '#web/api/use-action.ts'
import { useSettlement } from '#web/settlements/screen/use-settlement.ts'

/** `path` is below /api/billing; `done` is the toast. */
type Step = { path: string; body?: object; done: string }

/** Refreshes the settlement on the screen after a step, because the step may add a line to it. */
export function useOpenAmount(onDone?: () => void) {
  const { refreshAmounts } = useSettlement()
  const { run, busy, failure } = useAction({
    send: ({ path, method, body }: Step & { method: 'POST' | 'DELETE' }) =>
      request(method, `/api/billing/${path}`, body && { body }),
    done: (_, { done }) => done,
    failed: settlementMessages.failedToAdjust,
    onDone: () => {
      onDone?.()
      refreshAmounts()
    },
  })
  return {
    post: (step: Step) => run({ ...step, method: 'POST' }),
    undo: (step: Step) => run({ ...step, method: 'DELETE' }),
    busy,
    failure,
  }
}
