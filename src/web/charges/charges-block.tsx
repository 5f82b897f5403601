import { Plus } from 'lucide-react'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { chargeMessages } from '#core/charges/messages.ts'
import { CHARGE_KINDS, nameCharge, type ChargeKind } from '#core/charges/kinds.ts'
import { formatMoney } from '#core/money.ts'
import { Button } from '#web/ui/button.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { isUntouched } from './charge-text.ts'
import { ChargeRow } from './charge-row.tsx'
import type { ChargesForm } from './use-charges-form.ts'

const KINDS = CHARGE_KINDS.map(({ value }) => value)
/** A typed revenue becomes line haul with the first charge, so line haul has no button. */
const PRESETS: ChargeKind[] = KINDS.filter((kind) => kind !== 'line-haul')

/** The charges in a load's form. Enter adds the next one (SPEC C106). */
export function ChargesBlock({ charges }: { charges: ChargesForm }) {
  const { rows, errors } = charges
  const block = useFocusOnError(errors)
  function addByEnter(event: KeyboardEvent) {
    const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event
    const isPlain = !ctrlKey && !metaKey && !altKey && !shiftKey
    if (key !== 'Enter' || !isPlain || target instanceof HTMLButtonElement) return
    // Enter must not save the form here.
    event.preventDefault()
    if (!rows.some(isUntouched)) charges.add()
  }

  return (
    <section
      ref={block}
      tabIndex={-1}
      aria-label="Edit Charges"
      className="mt-3 grid gap-3 border-t border-line pt-3"
    >
      <div>
        <h3 className="text-sm font-semibold">Charges</h3>
        {rows.length > 0 && 'amount' in charges.fields && (
          <p className="text-xs text-muted">In Amount, 3*75 is a quantity of 3 at $75.00.</p>
        )}
      </div>
      {!charges.isReady && charges.error && (
        <LoadError error={charges.error} onRetry={charges.retry} />
      )}
      {!charges.isReady && !charges.error && <Skeleton className="h-24" />}
      {rows.length > 0 && (
        <ol className="grid gap-3" onKeyDown={addByEnter}>
          {rows.map((row) => (
            <ChargeRow key={row.key} row={row} charges={charges} />
          ))}
        </ol>
      )}
      {errors.charges && !(charges.isReady && errors.charges === chargeMessages.notLoaded) && (
        <p className="text-sm font-medium text-danger-ink" role="alert">
          {errors.charges}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          variant="secondary"
          size="sm"
          disabled={!charges.isReady}
          onClick={() => charges.add()}
        >
          <Plus aria-hidden className="size-4" />
          Add Charge
        </Button>
        {PRESETS.map((kind) => (
          <Button
            key={kind}
            variant="ghost"
            size="sm"
            disabled={!charges.isReady}
            onClick={() => charges.add(kind)}
          >
            + {nameCharge(kind)}
          </Button>
        ))}
      </div>
      {rows.length > 0 && 'amount' in charges.fields && <Totals charges={charges} />}
    </section>
  )
}

function Totals({ charges: { sums } }: { charges: ChargesForm }) {
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1 text-sm" aria-live="polite">
      <Total label="Pays the owner" amount={formatMoney(sums.revenue)} />
      <Total label="Billed to the broker" amount={formatMoney(sums.billedTotal)} />
    </dl>
  )
}

function Total({ label, amount }: { label: string; amount: string }) {
  return (
    <div className="flex gap-2">
      <dt className="text-muted">{label}</dt>
      <dd className="font-semibold tabular-nums">{amount}</dd>
    </div>
  )
}

/** Focuses the first invalid field, or the block, after a save found errors: the focused tab may be hidden. */
function useFocusOnError(errors: Record<string, string>) {
  const block = useRef<HTMLElement>(null)
  const count = Object.keys(errors).length
  const before = useRef(0)
  useEffect(() => {
    if (count > before.current) {
      const invalid = block.current?.querySelector<HTMLElement>('[aria-invalid=true]')
      const target = invalid ?? block.current
      target?.focus()
    }
    before.current = count
  }, [count])
  return block
}
