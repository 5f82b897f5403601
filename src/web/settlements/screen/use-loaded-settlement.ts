import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { formatDay } from '#core/calendar.ts'
import { settlementMessages } from '#core/settlements/messages.ts'
import type { TruckDate } from '#core/settlements/settlement.ts'
import { queryClient } from '#web/api/queries.ts'
import { useAction } from '#web/api/use-action.ts'
import { previewQuery } from '#web/settlements/queries.ts'
import { toastFailure } from '#web/ui/overlays/toast.tsx'
import { fromProposedLines, fromSaved, isFor, type LoadedSettlement } from './loaded-settlement.ts'
import type { SettlementParameters } from './use-settlement-parameters.ts'

/** The loaded settlement. Choosing another truck or date sets it to null until that settlement is loaded. */
export function useLoadedSettlement(parameters: SettlementParameters) {
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
