import { useQuery } from '@tanstack/react-query'
import { settlementMessages } from '#core/settlements/messages.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import { toastFailure } from '#web/ui/overlays/toast.tsx'
import { linesQuery, readSettlement } from '#web/settlements/queries.ts'
import { savedSettlement, type LoadedSettlement } from '#web/settlements/screen/sheet.ts'

/** The lines of the settlement on the screen; none before it is saved (SPEC C1). */
export function useLines(billing: Settlement | null, take: (next: LoadedSettlement) => void) {
  const { data = [], error, refetch } = useQuery(linesQuery(billing?.id ?? null))

  /** A line changes its box and the settlement's version; what is typed in other boxes stays typed. */
  function takeLines() {
    if (!billing) return
    readSettlement(billing.id).then(
      (read) => take({ ...savedSettlement(read), keepTyped: true }),
      ({ message }: Error) => toastFailure(settlementMessages.failedToLoad, message),
    )
  }

  return { lines: data, linesFailed: error, readLines: () => void refetch(), takeLines }
}
