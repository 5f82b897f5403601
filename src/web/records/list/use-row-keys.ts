import { useShortcuts } from '#web/ui/use-shortcuts.ts'

/** What a row or a card carries so that the keys find it. */
export function rowProps(id: number) {
  return { 'data-record': id, tabIndex: -1 }
}

type RowKeys = { onAdd?: () => void; onOpen: (id: number) => void }

/** N adds; J and K move the focus over the rows, E or Enter opens the one that has it. */
export function useRowKeys({ onAdd, onOpen }: RowKeys): void {
  function openFocused(event: KeyboardEvent) {
    const row = focusedRow()
    // Enter on a button within the row is that button's.
    if (!row || (event.key === 'Enter' && row !== document.activeElement)) return
    event.preventDefault()
    onOpen(Number(row.dataset.record))
  }

  useShortcuts({
    ...(onAdd && { add: withoutTyping(onAdd) }),
    next: () => focusRow(1),
    previous: () => focusRow(-1),
    edit: openFocused,
    open: openFocused,
  })
}

/** The letter must not be typed into the form that opens. */
function withoutTyping(act: () => void) {
  return (event: KeyboardEvent) => {
    event.preventDefault()
    act()
  }
}

function focusedRow(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>('[data-record]') ?? null
}

/** From no row, J goes to the first and K to the last. */
function focusRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-record]')]
  const focused = focusedRow()
  const from = focused ? rows.indexOf(focused) : step === 1 ? -1 : rows.length
  const next = rows[Math.min(Math.max(from + step, 0), rows.length - 1)]
  next?.focus()
}
