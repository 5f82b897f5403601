import { useMutation } from '@tanstack/react-query'
import { settlementMessages } from '#core/settlements/messages.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import { conflictFrom } from '#web/api/conflict.ts'
import { refetchLists } from '#web/api/queries.ts'
import { toast, toastFailure } from '#web/ui/overlays/toast.tsx'
import { changeSettlement } from '#web/settlements/queries.ts'
import { savedSettlement, type LoadedSettlement } from './sheet.ts'

type Recalculating = {
  sheet: LoadedSettlement
  take: (next: LoadedSettlement) => void
  onConflict: (theirs: Settlement) => void
}

/** Takes the revenue of today's loads into the saved settlement; what is typed meanwhile stays (SPEC B28). */
export function useRecalculate({ sheet, take, onConflict }: Recalculating) {
  const { mutate, isPending } = useMutation({
    mutationFn: (billing: Settlement) => changeSettlement(billing, { recalculate: true }),
    onSuccess: (billing) => {
      take({ ...savedSettlement(billing), keepTyped: true })
      toast(settlementMessages.updated)
      void refetchLists()
    },
    onError: async (error) => {
      const theirs = await conflictFrom<Settlement>(error)
      if (theirs) return onConflict(theirs)
      toastFailure(settlementMessages.failedToUpdate, error.message)
    },
  })
  return {
    recalculate: () => sheet.billing && !isPending && mutate(sheet.billing),
    recalculating: isPending,
  }
}
