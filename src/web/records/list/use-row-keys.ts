import { useEffect, useEffectEvent } from 'react'
import { clickedRow } from '#web/records/page/open-row.ts'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'

/** The attributes that the shortcuts use to find a row or a card. */
export function rowProps(id: number) {
  return { 'data-record': id, tabIndex: -1 }
}

type RowKeys = {
  onAdd?: () => void
  onOpen: (id: number) => void
  /** Without it, E opens the row too. */
  onEdit?: (id: number) => void
}

/** N adds a record, J and K move the focus, E edits the focused row. Enter or a click opens a row (SPEC B41, C54). */
export function useRowKeys({ onAdd, onOpen, onEdit = onOpen }: RowKeys): void {
  function withFocused(act: (id: number) => void) {
    return (event: KeyboardEvent) => {
      const row = focusedRow()
      // Enter on a button in the row clicks the button.
      if (!row || (event.key === 'Enter' && row !== document.activeElement)) return
      event.preventDefault()
      act(Number(row.dataset.record))
    }
  }

  useShortcuts({
    ...(onAdd && { add: preventTyping(onAdd) }),
    next: () => focusRow(1),
    previous: () => focusRow(-1),
    edit: withFocused(onEdit),
    open: withFocused(onOpen),
  })

  useRowClick(onOpen)
}

/** Opens the clicked row, unless the click closes a popover or a menu. */
function useRowClick(onOpen: (id: number) => void): void {
  const open = useEffectEvent((event: MouseEvent) => {
    const id = clickedRow(event)
    if (id !== undefined) onOpen(id)
  })
  useEffect(() => {
    let closes = false
    const press = () => {
      closes = document.querySelector(OVERLAYS) !== null
    }
    const click = (event: MouseEvent) => {
      if (!closes) open(event)
    }
    // The capture phase runs before the overlay closes.
    document.addEventListener('pointerdown', press, true)
    document.addEventListener('click', click)
    return () => {
      document.removeEventListener('pointerdown', press, true)
      document.removeEventListener('click', click)
    }
  }, [])
}

const OVERLAYS = '[role=dialog], [role=menu], [role=listbox]'

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
