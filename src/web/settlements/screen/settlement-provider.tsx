import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { formatDay } from '#core/calendar.ts'
import { settlementMessages } from '#core/settlements/messages.ts'
import type { TruckDate } from '#core/settlements/settlement.ts'
import { queryClient } from '#web/api/queries.ts'
import { useAction } from '#web/api/use-action.ts'
import { useConfirmLeave } from '#web/records/form/use-confirm-leave.tsx'
import { readReason, useLines } from '#web/settlements/lines/use-lines.ts'
import { useSaveSettlement } from '#web/settlements/lines/use-save-settlement.ts'
import { useSettlementForm } from '#web/settlements/lines/use-settlement-form.ts'
import { previewQuery } from '#web/settlements/queries.ts'
import { toastFailure } from '#web/ui/overlays/toast.tsx'
import { fromProposedLines, fromSaved, isFor, type LoadedSettlement } from './loaded-settlement.ts'
import { SettlementConflict } from './settlement-conflict.tsx'
import { type SettlementParameters, useSettlementParameters } from './use-settlement-parameters.ts'
import { SettlementContext } from './use-settlement.ts'

/** Holds the state of the Settlements screen. Renders its two dialogs: unsaved changes, and a conflict. */
export function SettlementProvider({ children }: { children: ReactNode }) {
  const { parameters, choose } = useSettlementParameters()
  const { loaded, preview, load, loading, replace } = useLoadedSettlement(parameters)
  const { lines, refreshAmounts } = useLines(loaded, replace)
  const { form, showFieldErrors } = useSettlementForm(loaded, readReason(lines))
  const { saving, save, conflict, setConflict } = useSaveSettlement({
    loaded,
    replace,
    onFieldErrors: showFieldErrors,
  })
  const hasChanges = loaded !== null && form.formState.isDirty
  const { leave: askAndLoad, question } = useConfirmLeave({
    changed: hasChanges,
    what: 'this settlement',
    onLeave: load,
  })

  return (
    <SettlementContext
      value={{
        parameters,
        choose,
        loaded,
        preview,
        lines,
        form,
        hasChanges,
        loading,
        saving,
        load: askAndLoad,
        save: (values) => save(values),
        replace,
        refreshAmounts,
        showConflict: setConflict,
      }}
    >
      {children}
      {question}
      {conflict && (
        <SettlementConflict
          current={conflict}
          onOverwrite={(values) => save(values, conflict)}
          onClose={() => setConflict(null)}
        />
      )}
    </SettlementContext>
  )
}

/** The loaded settlement. Choosing another truck or date sets it to null until that settlement is loaded. */
function useLoadedSettlement(parameters: SettlementParameters) {
  const [latest, setLatest] = useState<LoadedSettlement | null>(null)
  const loaded = isFor(latest, parameters) ? latest : null
  const { truckId, settlementDate } = parameters
  const preview = useQuery({
    ...previewQuery(truckId, settlementDate),
    enabled: loaded !== null,
  })

  const loading = useAction({
    send: fetchSettlement,
    done: ({ message }) => message,
    failed: settlementMessages.failedToLoad,
    onDone: ({ loaded: fetched }) => setLatest(fetched),
    refetch: 'nothing',
  })

  function load() {
    if (truckId === null || settlementDate === null) {
      toastFailure(settlementMessages.nothingChosen)
      return
    }
    loading.run({ truckId, settlementDate })
  }

  // A reload, and Back from a statement opened in this tab, restore what was loaded.
  const opened = useRef(false)
  useEffect(() => {
    if (!opened.current && settlementDate !== null) load()
    opened.current = true
  })

  return {
    loaded,
    preview: loaded ? preview.data : undefined,
    load,
    loading: loading.busy,
    /** Shows the server's newer state. Ignored if another truck or date was chosen in the meantime. */
    replace: (next: LoadedSettlement) => setLatest((now) => (isFor(now, next) ? next : now)),
  }
}

async function fetchSettlement(
  key: TruckDate,
): Promise<{ loaded: LoadedSettlement; message: string }> {
  const query = { ...previewQuery(key.truckId, key.settlementDate), staleTime: 0 }
  const preview = await queryClient.fetchQuery(query)
  if (preview.billing) {
    return { loaded: fromSaved(preview.billing), message: settlementMessages.loadedExisting }
  }
  const loaded = fromProposedLines(key, preview.proposed ?? [])
  const date = formatDay(key.settlementDate)
  return { loaded, message: settlementMessages.loaded(preview.loadCount ?? 0, date) }
}
