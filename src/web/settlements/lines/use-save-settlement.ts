import { useState } from 'react'
import { settlementMessages } from '#core/settlements/messages.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import { ApiError } from '#web/api/client.ts'
import { useAction } from '#web/api/use-action.ts'
import { changeSettlement, createSettlement, readSettlement } from '#web/settlements/queries.ts'
import { fromSaved, type LoadedSettlement } from '#web/settlements/screen/loaded-settlement.ts'
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
  const [conflict, setConflict] = useState<Settlement | null>(null)

  function send({ loaded: target, values, over }: Save, key: string): Promise<Settlement> {
    const { otherReason, ...others } = values
    // A settlement can be saved without a reason, as in Part A's call. Approval requires the reason (SPEC C19).
    const stated = otherReason ? values : others
    if (over) return changeSettlement(over, stated)
    const { truckId, settlementDate } = target
    const amounts = target.proposed ? pickEdited(stated, target.start) : stated
    return createSettlement({ truckId, settlementDate, ...amounts }, key)
  }

  const saving = useAction({
    send: (save: Save, { key }) => send(save, key),
    done: (_, { over }) => (over ? settlementMessages.updated : settlementMessages.saved),
    failed: (_, { over }) =>
      over ? settlementMessages.failedToUpdate : settlementMessages.failedToSave,
    onConflict: (current: Settlement) => setConflict(current),
    readConflict: readExisting,
    onFields: onFieldErrors,
    onDone: (saved) => replace(fromSaved(saved)),
    onFailure: (error, { loaded: target, over }) => {
      // The settlement was deleted: the form can be saved as a new one.
      if (error instanceof ApiError && error.status === 404 && over)
        replace({ ...target, billing: null })
    },
  })

  return {
    saving: saving.busy,
    save(values: SettlementValues, over = loaded?.billing ?? null) {
      if (loaded) saving.run({ loaded, values, over })
    },
    conflict,
    setConflict,
  }
}

/** Reads the settlement that a 409 names: it already exists for this truck and date. */
async function readExisting(id: number | undefined): Promise<Settlement | null> {
  return id === undefined ? null : readSettlement(id)
}
