import { useState } from 'react'
import type { RunRow } from '#core/settlements/run/run.ts'
import { appliesTo, isSelectedFirst, rowKey, withPartners, type RunStep } from './run-steps.ts'

export type RunSelection = ReturnType<typeof useRunSelection>

/** The selected rows of a step. Rows that the user did not choose follow the step's own selection. */
export function useRunSelection(step: RunStep, rows: RunRow[]) {
  const [chosen, setChosen] = useState<Record<string, boolean>>({})
  const offered = rows.filter((row) => appliesTo(step, row))
  const isSelected = (row: RunRow) =>
    appliesTo(step, row) && (chosen[rowKey(row)] ?? isSelectedFirst(step, row, rows))

  function set(some: RunRow[], selected: boolean) {
    const entries = some.map((row) => [rowKey(row), selected])
    setChosen((before) => ({ ...before, ...Object.fromEntries(entries) }))
  }

  return {
    offered,
    rows: offered.filter(isSelected),
    isSelected,
    set,
    /** Settlements that are approved in one step are selected together. */
    toggle: (row: RunRow) =>
      set([row, ...(step === 'approve' ? withPartners(row, rows) : [])], !isSelected(row)),
  }
}
