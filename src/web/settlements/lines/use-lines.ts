import { useQuery } from '@tanstack/react-query'
import { settlementMessages } from '#core/settlements/messages.ts'
import type { Line } from '#core/settlements/lines.ts'
import { linesQuery, readSettlement } from '#web/settlements/queries.ts'
import { fromSaved, type LoadedSettlement } from '#web/settlements/screen/loaded-settlement.ts'
import { toastFailure } from '#web/ui/overlays/toast.tsx'

/** The lines of the loaded settlement; none until it is saved (SPEC C1). */
export function useLines(
  loaded: LoadedSettlement | null,
  replace: (next: LoadedSettlement) => void,
) {
  const id = loaded?.billing?.id ?? null
  const { data: lines = [] } = useQuery(linesQuery(id))

  /** A changed line changes its category's amount and the settlement's version. */
  function refreshAmounts() {
    if (id === null) return
    readSettlement(id).then(
      (settlement) => replace({ ...fromSaved(settlement), keepEdits: true }),
      ({ message }: Error) => toastFailure(settlementMessages.failedToLoad, message),
    )
  }

  return { lines, refreshAmounts }
}

/** The reason for the manual entry of "other"; blank if there is no manual entry. */
export function readReason(lines: Line[]): string {
  const entry = lines.find(({ kind, category }) => kind === 'plain' && category === 'other')
  return entry?.description ?? ''
}
