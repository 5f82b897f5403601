import { useQuery } from '@tanstack/react-query'
import type { Settlement } from '#core/settlement.ts'
import { linesQuery, readSettlement } from './queries.ts'
import { savedSheet, type Sheet } from './sheet.ts'

/** The lines of the settlement on the screen; none before it is saved (SPEC C1). */
export function useLines(billing: Settlement | null, take: (next: Sheet) => void) {
  const lines = useQuery(linesQuery(billing?.id ?? null))

  /** A line changes its box and the settlement's version; what is typed in other boxes stays typed. */
  async function takeLines() {
    if (!billing) return
    const read = await readSettlement(billing.id).catch(() => null)
    if (read) take({ ...savedSheet(read), keepTyped: true })
  }

  return { lines: lines.data ?? [], takeLines: () => void takeLines() }
}
