import { useShortcuts } from '#web/ui/use-shortcuts.ts'

/** Attributes by which the keys find a row or a card. */
export function rowProps(id: number) {
  return { 'data-record': id, tabIndex: -1 }
}

type RowKeys = { onAdd?: () => void; onOpen: (id: number) => void }

/** N adds, J and K move the focus, E or Enter opens the focused row. */
export function useRowKeys({ onAdd, onOpen }: RowKeys): void {
  function openFocused(event: KeyboardEvent) {
    const row = focusedRow()
    // Enter on a button in the row clicks the button.
    if (!row || (event.key === 'Enter' && row !== document.activeElement)) return
    event.preventDefault()
    onOpen(Number(row.dataset.record))
  }

  useShortcuts({
    ...(onAdd && { add: preventTyping(onAdd) }),
    next: () => focusRow(1),
    previous: () => focusRow(-1),
    edit: openFocused,
    open: openFocused,
  })
}

/** Keeps the letter out of the form that opens. */
function preventTyping(act: () => void) {
  return (event: KeyboardEvent) => {
    event.preventDefault()
    act()
  }
}

function focusedRow(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>('[data-record]') ?? null
}

/** Without a focused row, J focuses the first and K the last. */
function focusRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-record]')]
  const focused = focusedRow()
  const from = focused ? rows.indexOf(focused) : step === 1 ? -1 : rows.length
  const next = rows[Math.min(Math.max(from + step, 0), rows.length - 1)]
  next?.focus()
}
