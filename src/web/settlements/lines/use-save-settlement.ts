import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { settlementMessages } from '#core/settlements/messages.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import { ApiError } from '#web/api/client.ts'
import { conflictFrom } from '#web/api/conflict.ts'
import { refetchLists } from '#web/api/queries.ts'
import { useRequestKey, messageFor } from '#web/api/request-key.ts'
import { changeSettlement, createSettlement, readSettlement } from '#web/settlements/queries.ts'
import { fromSaved, type LoadedSettlement } from '#web/settlements/screen/loaded-settlement.ts'
import { toast, toastFailure } from '#web/ui/overlays/toast.tsx'
import { pickEdited, type SettlementValues } from './draft.ts'

/** `over`: the saved settlement that the values replace; null to create one. */
type Save = { loaded: LoadedSettlement; values: SettlementValues; over: Settlement | null }

type SaveSettlementProps = {
  loaded: LoadedSettlement | null
  replace: (next: LoadedSettlement) => void
  onFieldErrors: (messages: Record<string, string[]>) => void
}

/**
 * Creates the settlement, or updates the loaded one. If someone else saved it first (409, 412), their version
 * is returned as `conflict` and the form stays as it is (SPEC B22, B27).
 */
export function useSaveSettlement({ loaded, replace, onFieldErrors }: SaveSettlementProps) {
  const { key, onResponse } = useRequestKey()
  const [conflict, setConflict] = useState<Settlement | null>(null)

  function send({ loaded: target, values, over }: Save): Promise<Settlement> {
    const { otherReason, ...others } = values
    // A settlement can be saved without a reason, as in Part A's call. Approval requires the reason (SPEC C19).
    const stated = otherReason ? values : others
    if (over) return changeSettlement(over, stated)
    const { truckId, settlementDate } = target
    const amounts = target.proposed ? pickEdited(stated, target.start) : stated
    return createSettlement({ truckId, settlementDate, ...amounts }, key)
  }

  const saving = useMutation({
    mutationFn: send,
    onSuccess: (saved, { over }) => {
      onResponse()
      replace(fromSaved(saved))
      toast(over ? settlementMessages.updated : settlementMessages.saved)
      void refetchLists()
    },
    onError: async (error, { loaded: target, over }) => {
      onResponse(error)
      const current = await conflictFrom(error, readExisting)
      if (current) return setConflict(current)
      const title = over ? settlementMessages.failedToUpdate : settlementMessages.failedToSave
      toastFailure(title, messageFor(error))
      if (!(error instanceof ApiError)) return
      // The settlement was deleted: the form can be saved as a new one.
      if (error.status === 404 && over) replace({ ...target, billing: null })
      if (error.fields) onFieldErrors(error.fields)
    },
  })

  return {
    saving: saving.isPending,
    save(values: SettlementValues, over = loaded?.billing ?? null) {
      if (loaded && !saving.isPending) saving.mutate({ loaded, values, over })
    },
    conflict,
    setConflict,
  }
}

/** Reads the settlement that a 409 names: it already exists for this truck and date. */
async function readExisting(id: number | undefined): Promise<Settlement | null> {
  return id === undefined ? null : readSettlement(id)
}
