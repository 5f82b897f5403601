import { useState } from 'react'
import type { RunRow } from '#core/settlements/run/run.ts'
import {
  appliesTo,
  isSelectedByDefault,
  listOffered,
  rowKey,
  withPartners,
  type RunStep,
} from './run-steps.ts'

export type RunSelection = ReturnType<typeof useRunSelection>

/**
 * The selected rows of a step. Rows that the user did not choose follow the step's own selection. `shown` are the rows
 * on the screen, `all` those of the week: settlements that are approved together may be hidden.
 */
export function useRunSelection(step: RunStep, shown: RunRow[], all: RunRow[], adjusts: boolean) {
  const [chosen, setChosen] = useState<Record<string, boolean>>({})
  const offered = listOffered(step, shown, all, adjusts)
  const isSelected = (row: RunRow) =>
    appliesTo(step, row, adjusts) &&
    (chosen[rowKey(row)] ?? isSelectedByDefault(step, row, all, adjusts))

  function set(some: RunRow[], selected: boolean) {
    const entries = some.map((row) => [rowKey(row), selected])
    setChosen((before) => ({ ...before, ...Object.fromEntries(entries) }))
  }

  return {
    canSelect: (row: RunRow) => appliesTo(step, row, adjusts),
    offered,
    rows: offered.filter(isSelected),
    isSelected,
    set,
    /** Settlements that are approved in one step are selected together. */
    toggle: (row: RunRow) =>
      set([row, ...(step === 'approve' ? withPartners(row, all) : [])], !isSelected(row)),
  }
}
