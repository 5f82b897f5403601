import type { KeyboardEvent, Ref } from 'react'
import { formatMoney, toCents } from '#core/money.ts'
import { isSelected } from '#core/receipts/fill.ts'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import type { ApplyRows } from './use-apply-rows.ts'

type InvoiceFinderProps = { list: ApplyRows; ref: Ref<HTMLInputElement>; onEnter: () => void }

/** Typing finds a row, Space selects it, and the arrow keys move. Enter goes to the amount of the active row. */
export function InvoiceFinder({ list, ref, onEnter }: InvoiceFinderProps) {
  const { active } = list

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const actions: Record<string, () => void> = {
      ' ': list.selectActive,
      ArrowDown: () => list.move(1),
      ArrowUp: () => list.move(-1),
      Enter: onEnter,
    }
    const action = actions[event.key]
    if (!action) return
    event.preventDefault()
    action()
  }

  return (
    <>
      <Labeled
        label="Find Load or Invoice #"
        name="find"
        hint="Space selects the highlighted invoice. Arrow keys move. Enter edits its amount."
      >
        {(aria) => (
          <TextInput
            {...aria}
            ref={ref}
            autoComplete="off"
            value={list.typed}
            onChange={(event) => list.setTyped(event.target.value)}
            onKeyDown={onKeyDown}
          />
        )}
      </Labeled>
      <p role="status" className="sr-only">
        {active
          ? `Invoice ${active.invoice.number}, ${formatMoney(toCents(active.invoice.openAmount))} open${isSelected(active) ? ', selected' : ''}`
          : 'No open invoice has this number'}
      </p>
    </>
  )
}
