import type { KeyboardEvent } from 'react'

const STEPS: Record<string, number> = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }

/** Enter and the arrows move to the same column of the next row. A select keeps its arrows. */
export function moveByKeys(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key]
  const { target, currentTarget } = event
  if (!step || !(target instanceof HTMLElement) || target instanceof HTMLButtonElement) return
  if (target instanceof HTMLSelectElement && event.key !== 'Enter') return
  const { column } = target.dataset
  if (column === undefined) return
  // Enter would submit the form.
  event.preventDefault()
  const fields = [...currentTarget.querySelectorAll<HTMLElement>(`[data-column="${column}"]`)]
  const next = fields[fields.indexOf(target) + step]
  next?.focus()
  if (next instanceof HTMLInputElement && next.type === 'text') next.select()
}
