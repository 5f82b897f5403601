import { useMutation } from '@tanstack/react-query'
import { settlementMessages } from '#core/settlements/messages.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import { conflictFrom } from '#web/api/conflict.ts'
import { refetchLists } from '#web/api/queries.ts'
import { changeSettlement } from '#web/settlements/queries.ts'
import { toast, toastFailure } from '#web/ui/overlays/toast.tsx'
import { fromSaved } from './loaded-settlement.ts'
import { useSettlement } from './use-settlement.ts'

/** Updates revenue and recurring deductions to the current loads and rules. Unsaved edits stay (SPEC B28). */
export function useRecalculate() {
  const { loaded, replace, showConflict } = useSettlement()
  const { mutate, isPending } = useMutation({
    mutationFn: (billing: Settlement) => changeSettlement(billing, { recalculate: true }),
    onSuccess: (billing) => {
      replace({ ...fromSaved(billing), keepEdits: true })
      toast(settlementMessages.updated)
      void refetchLists()
    },
    onError: async (error) => {
      const current = await conflictFrom<Settlement>(error)
      if (current) return showConflict(current)
      toastFailure(settlementMessages.failedToUpdate, error.message)
    },
  })
  return {
    recalculate: () => loaded?.billing && !isPending && mutate(loaded.billing),
    recalculating: isPending,
  }
}
