import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { settlementMessages } from '#core/settlements/messages.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import { ApiError } from '#web/api/client.ts'
import { conflictFrom } from '#web/api/conflict.ts'
import { refetchLists } from '#web/api/queries.ts'
import { useRequestKey, messageFor } from '#web/api/request-key.ts'
import { toast, toastFailure } from '#web/ui/overlays/toast.tsx'
import { keepTyped, type SettlementValues } from './draft.ts'
import { changeSettlement, createSettlement, readSettlement } from '#web/settlements/queries.ts'
import { savedSettlement, type LoadedSettlement } from '#web/settlements/screen/sheet.ts'

type Save = { sheet: LoadedSettlement; values: SettlementValues; over: Settlement | null }

type Saving = {
  sheet: LoadedSettlement | null
  take: (next: LoadedSettlement) => void
  /** Puts the server's messages at their fields. */
  onRefused: (fields: Record<string, string[]>) => void
}

/**
 * Saves the form: a new settlement, or a change of the one that was loaded. Where somebody else was
 * first (409, 412) theirs is handed back as `conflict`, and nothing typed is touched (SPEC B22, B27).
 */
export function useSaveSettlement({ sheet, take, onRefused }: Saving) {
  const { key, onAnswer } = useRequestKey()
  const [conflict, setConflict] = useState<Settlement | null>(null)

  function write({ sheet: place, values, over }: Save): Promise<Settlement> {
    if (over) return changeSettlement(over, values)
    const { truckId, settlementDate } = place
    const sent = place.proposed ? keepTyped(values, place.start) : values
    return createSettlement({ truckId, settlementDate, ...sent }, key)
  }

  const saving = useMutation({
    mutationFn: write,
    onSuccess: (saved, { over }) => {
      onAnswer()
      take(savedSettlement(saved))
      toast(over ? settlementMessages.updated : settlementMessages.saved)
      void refetchLists()
    },
    onError: async (error, { sheet: place, over }) => {
      onAnswer(error)
      const theirs = await conflictFrom(error, readFirst)
      if (theirs) return setConflict(theirs)
      const title = over ? settlementMessages.failedToUpdate : settlementMessages.failedToSave
      toastFailure(title, messageFor(error))
      if (!(error instanceof ApiError)) return
      // Somebody deleted it: what is typed can be saved again, as a new one.
      if (error.status === 404 && over) take({ ...place, billing: null })
      if (error.fields) onRefused(error.fields)
    },
  })

  return {
    saving: saving.isPending,
    save(values: SettlementValues, over = sheet?.billing ?? null) {
      if (sheet && !saving.isPending) saving.mutate({ sheet, values, over })
    },
    conflict,
    setConflict,
  }
}

/** The settlement that a 409 names: it was there first. */
async function readFirst(id: number | undefined): Promise<Settlement | null> {
  return id === undefined ? null : readSettlement(id)
}
