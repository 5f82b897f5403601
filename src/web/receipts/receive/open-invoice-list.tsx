import { type KeyboardEvent, type Ref, type RefObject, useRef } from 'react'
import { flushSync } from 'react-dom'
import { formatMoney, toCents } from '#core/money.ts'
import { pluralize } from '#core/pluralize.ts'
import { findLeftOver, isSelected, type Money } from '#core/receipts/fill.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { InvoiceRow } from './invoice-row.tsx'
import type { RowErrors } from './row-errors.ts'
import type { ApplyRows } from './use-apply-rows.ts'

type OpenInvoiceListProps = {
  list: ApplyRows
  money: Money
  errors: RowErrors
  finder: RefObject<HTMLInputElement | null>
  more: boolean
}

/** The broker's open invoices, oldest first, and what is left of the money. */
export function OpenInvoiceList({ list, money, errors, finder, more }: OpenInvoiceListProps) {
  const root = useRef<HTMLDivElement>(null)
  if (list.rows.length === 0)
    return (
      <p className="text-sm text-muted">
        This broker has no open invoice. The money stays unapplied until you apply or refund it.
      </p>
    )

  function editActive() {
    const id = list.active?.invoice.id
    const input = root.current?.querySelector<HTMLInputElement>(
      `[data-invoice="${id}"] input[inputmode="decimal"]`,
    )
    // Focused first: the focus removes the commas from the amount, which would clear a selection.
    flushSync(() => input?.focus())
    input?.select()
  }

  return (
    <div ref={root} className="grid min-w-0 gap-2">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div className="min-w-64 flex-1 sm:max-w-md">
          <InvoiceFinder list={list} ref={finder} onEnter={editActive} />
        </div>
        <div className="flex flex-wrap gap-2 pt-6">
          <Button variant="secondary" onClick={list.fill}>
            Fill Oldest First
          </Button>
          <Button variant="secondary" onClick={list.clear}>
            Clear
          </Button>
        </div>
      </div>
      <ul aria-label="Open invoices" className="rounded-lg border border-line">
        {list.shown.map((row) => (
          <InvoiceRow
            key={row.invoice.id}
            row={row}
            list={list}
            errors={errors.get(row.invoice.id) ?? {}}
          />
        ))}
        {list.shown.length === 0 && (
          <li className="p-3 text-sm text-muted">No open invoice has this number.</li>
        )}
      </ul>
      {more && (
        <p className="text-sm text-muted">More invoices are open. Only the oldest are listed.</p>
      )}
      <LeftOver list={list} money={money} />
    </div>
  )
}

function LeftOver({ list, money }: Pick<OpenInvoiceListProps, 'list' | 'money'>) {
  const left = findLeftOver(list.rows, money)
  const count = list.rows.filter(isSelected).length
  return (
    <p role="status" className="text-right text-sm">
      {pluralize(count, 'invoice')} ·{' '}
      <strong
        className={classes(
          'tabular-nums',
          left < 0n && 'text-danger-ink',
          left > 0n && 'text-waiting',
        )}
      >
        {left < 0n
          ? `${formatMoney(-left)} more than the amount`
          : `${formatMoney(left)} left over`}
      </strong>
      {left > 0n && ' (stays unapplied)'}
    </p>
  )
}

type InvoiceFinderProps = { list: ApplyRows; ref: Ref<HTMLInputElement>; onEnter: () => void }

/** Typing finds a row, Space selects it, and the arrow keys move. Enter goes to the amount of the active row. */
function InvoiceFinder({ list, ref, onEnter }: InvoiceFinderProps) {
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
