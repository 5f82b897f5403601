import { useState } from 'react'
import {
  editAmount,
  fillOldest,
  matchesNumber,
  startRow,
  toggleRow,
  type Money,
  type ApplyRow,
} from '#core/receipts/fill.ts'
import type { PayableInvoice } from '#core/receipts/responses.ts'

export type ApplyRows = ReturnType<typeof useApplyRows>

/** The rows of Receive Payment, the typed number that filters them, and the active row, which Space selects. */
export function useApplyRows(invoices: PayableInvoice[], money: Money) {
  const [edited, setEdited] = useState<Map<number, ApplyRow>>(new Map())
  const [typed, setTyped] = useState('')
  const [activeId, setActiveId] = useState<number>()
  const rows = invoices.map((invoice) => {
    const row = edited.get(invoice.id)
    return row ? { ...row, invoice } : startRow(invoice)
  })
  const shown = typed.trim() ? rows.filter(({ invoice }) => matchesNumber(invoice, typed)) : rows
  const active = shown.find(({ invoice }) => invoice.id === activeId) ?? shown[0]

  function replace(next: readonly ApplyRow[]) {
    setEdited(new Map(next.map((row) => [row.invoice.id, row])))
  }

  function edit(id: number, change: (row: ApplyRow) => ApplyRow) {
    replace(rows.map((row) => (row.invoice.id === id ? change(row) : row)))
  }

  function move(step: number) {
    const at = shown.findIndex(({ invoice }) => invoice.id === active?.invoice.id)
    const next = shown[Math.min(Math.max(at + step, 0), shown.length - 1)]
    if (next) setActiveId(next.invoice.id)
  }

  return {
    rows,
    shown,
    active,
    typed,
    setTyped,
    move,
    edit,
    toggle: (id: number) => replace(toggleRow(rows, id, money)),
    type: (id: number, amount: string) => edit(id, (row) => editAmount(row, amount, money)),
    fill: () => replace(fillOldest(rows, money)),
    clear: () => setEdited(new Map()),
    /** Selects the active row, or clears its selection. Then a search is cleared; without a search, the next row is active. */
    selectActive() {
      if (!active) return
      replace(toggleRow(rows, active.invoice.id, money))
      if (!typed.trim()) return move(1)
      setTyped('')
      setActiveId(active.invoice.id)
    },
  }
}
