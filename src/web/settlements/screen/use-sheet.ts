import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { formatDay } from '#core/calendar.ts'
import { settlementMessages } from '#core/settlements/messages.ts'
import { queryClient } from '#web/api/queries.ts'
import { toast, toastFailure } from '#web/ui/overlays/toast.tsx'
import type { Chosen } from './chosen.ts'
import { previewQuery } from '#web/settlements/queries.ts'
import {
  belongsTo,
  newSettlement,
  savedSettlement,
  type Place,
  type LoadedSettlement,
} from './sheet.ts'

/**
 * What is loaded, as long as the truck and date that are chosen are still those it was loaded for:
 * choosing another one takes it off the screen until it is loaded in its turn.
 */
export function useLoadedSettlement(chosen: Chosen) {
  const [loaded, setLoaded] = useState<LoadedSettlement | null>(null)
  const sheet = belongsTo(loaded, chosen) ? loaded : null
  const { truckId, settlementDate } = chosen
  const preview = useQuery({
    ...previewQuery(truckId, settlementDate),
    enabled: sheet !== null,
  })

  const loading = useMutation({
    mutationFn: readLoaded,
    onSuccess: ({ sheet: read, message }) => {
      setLoaded(read)
      toast(message)
    },
    onError: (error) => toastFailure(settlementMessages.failedToLoad, error.message),
  })

  function load() {
    if (truckId === null || settlementDate === null) {
      toastFailure(settlementMessages.nothingChosen)
      return
    }
    if (!loading.isPending) loading.mutate({ truckId, settlementDate })
  }

  // A reload, and Back from a statement opened in this tab, bring back what was on the screen.
  const opened = useRef(false)
  useEffect(() => {
    if (!opened.current && settlementDate !== null) load()
    opened.current = true
  })

  return {
    sheet,
    preview: sheet ? preview.data : undefined,
    load,
    loading: loading.isPending,
    /** Takes over what came back of a save, unless another truck or date is on the screen by now. */
    take: (next: LoadedSettlement) => setLoaded((now) => (belongsTo(now, next) ? next : now)),
  }
}

async function readLoaded(place: Place): Promise<{ sheet: LoadedSettlement; message: string }> {
  const query = { ...previewQuery(place.truckId, place.settlementDate), staleTime: 0 }
  const preview = await queryClient.fetchQuery(query)
  if (preview.billing) {
    return { sheet: savedSettlement(preview.billing), message: settlementMessages.loadedExisting }
  }
  const sheet = newSettlement(place, preview.proposed ?? [])
  const date = formatDay(place.settlementDate)
  return { sheet, message: settlementMessages.loaded(preview.loadCount ?? 0, date) }
}
