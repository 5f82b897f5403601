import { useMemo, useRef, useState } from 'react'
import type { Ready, Invoice } from '#core/invoices/responses.ts'
import { addUp, formatMoney } from '#core/money.ts'
import { pluralize } from '#core/pluralize.ts'
import { useMay } from '#web/api/may.tsx'
import { StepsNotice } from '#web/settlements/run/steps-notice.tsx'
import { useSteps } from '#web/settlements/run/use-steps.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckLine } from '#web/ui/inputs/checkbox.tsx'
import { restoreFocus } from '#web/ui/overlays/restore-focus.ts'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import { billSteps } from './bill-loads.ts'
import { OpenDrafts } from './open-drafts.tsx'
import { ReadyTable } from './ready-table.tsx'
import { ReviewDialog } from './review-dialog.tsx'
import { UnsentInvoices } from './unsent-invoices.tsx'
import type { SendPurpose } from './send-ways.ts'
import { usePicks, type UsedPicks } from './use-picks.ts'

const NO_FAILURES: ReadonlyMap<number, string> = new Map()

/** Loads that can be billed: select, review the drafts, approve and send (SPEC C165). */
export function ReadyTab({ billing }: { billing: Ready }) {
  const brokers = billing.ready
  const order = useMemo(() => brokers.flatMap(({ loads }) => loads.map(({ id }) => id)), [brokers])
  const picks = usePicks(order)
  const [batch, setBatch] = useState<{ purpose: SendPurpose; invoices: Invoice[] }>()
  const review = (invoices: Invoice[]) => setBatch({ purpose: 'approve', invoices })
  const panel = useRef<HTMLElement>(null)
  const mayBill = useMay('billing')
  const steps = useBilling(billing, picks, review)

  return (
    <section ref={panel} tabIndex={-1} aria-label="Ready" className="grid gap-3 outline-none">
      <OpenDrafts onReview={review} />
      <UnsentInvoices onSend={(invoices) => setBatch({ purpose: 'send', invoices })} />
      {steps.progress && <StepsNotice progress={steps.progress} onStop={steps.stop} />}
      {brokers.length === 0 && (
        <p className="rounded-lg border border-line bg-surface p-5 text-sm text-muted">
          No load is ready to bill. Not Ready shows delivered loads that still need something.
        </p>
      )}
      {brokers.length > 0 && mayBill && <ReadyActions {...{ billing, picks, steps }} />}
      {brokers.length > 0 && (
        <ReadyTable brokers={brokers} picks={picks} failures={steps.failures} />
      )}
      {billing.more && (
        <p className="text-sm text-muted">
          The oldest {order.length.toLocaleString('en-US')} loads are shown. More appear as you bill
          these.
        </p>
      )}
      {batch && (
        <ReviewDialog
          {...batch}
          onClose={() => {
            setBatch(undefined)
            // The rows that had the focus are gone.
            setTimeout(() => restoreFocus(findFocus(panel.current)))
          }}
        />
      )}
    </section>
  )
}

/** Finds the checkbox of the next load, or the tab itself if all loads are billed. */
function findFocus(panel: HTMLElement | null): HTMLElement | null {
  return panel?.querySelector<HTMLElement>('input[data-pick][tabindex="0"]') ?? panel
}

type BillingSteps = ReturnType<typeof useBilling>

/** Makes the drafts and then shows them for review. Loads that failed stay selected. */
function useBilling({ ready }: Ready, picks: UsedPicks, onDone: (created: Invoice[]) => void) {
  const { progress, start, stop } = useSteps()
  const [failures, setFailures] = useState(NO_FAILURES)
  const [together, setTogether] = useState(false)
  const busy = progress?.running ?? false

  function bill() {
    if (busy || picks.picked.length === 0) return
    const created: Invoice[] = []
    const failed = new Map<number, string>()
    const steps = billSteps({
      brokers: ready,
      picked: new Set(picks.picked),
      together,
      onCreated: (some) => created.push(...some),
      onFailed: (loads, message) => loads.forEach((id) => failed.set(id, message)),
    })
    start(steps, () => {
      setFailures(failed)
      if (created.length > 0) onDone(created)
    })
  }

  const isShown = progress?.running || (progress?.failures.length ?? 0) > 0
  return {
    progress: isShown ? progress : undefined,
    busy,
    failures,
    stop,
    bill,
    together,
    setTogether,
  }
}

type ReadyActionsProps = { billing: Ready; picks: UsedPicks; steps: BillingSteps }

/** The button that bills, and the count and amount that it will bill. Ctrl+Enter presses it. */
function ReadyActions({ billing, picks, steps }: ReadyActionsProps) {
  const { picked } = picks
  const all = billing.ready.reduce((sum, { loads }) => sum + loads.length, 0)
  const amount = useMemo(() => sumPicked(billing, picks), [billing, picks])
  useShortcuts({ save: (event) => !event.repeat && steps.bill() })
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
      <CheckLine
        label={`${picked.length.toLocaleString('en-US')} of ${all.toLocaleString('en-US')} selected`}
        checked={picked.length === all}
        onChange={(checked) => picks.put(listAll(billing), checked)}
      />
      {picked.length > 0 && <strong className="text-sm tabular-nums">{amount}</strong>}
      <CheckLine
        label="One invoice per broker"
        checked={steps.together}
        onChange={steps.setTogether}
      />
      <span className="grow text-right text-xs text-muted max-lg:hidden pointer-coarse:hidden">
        Arrow keys move, Space selects, Ctrl+A selects all, Ctrl+Enter bills
      </span>
      {/* A disabled button would lose the focus. */}
      <Button
        className="ml-auto"
        aria-disabled={steps.busy || picked.length === 0}
        aria-keyshortcuts="Control+Enter Meta+Enter"
        onClick={steps.bill}
      >
        Invoice {picked.length ? pluralize(picked.length, 'Load') : 'Loads'}
      </Button>
    </div>
  )
}

function listAll({ ready }: Ready): number[] {
  return ready.flatMap(({ loads }) => loads.map(({ id }) => id))
}

function sumPicked({ ready }: Ready, { ids }: UsedPicks): string {
  const loads = ready.flatMap((broker) => broker.loads).filter(({ id }) => ids.has(id))
  return formatMoney(addUp(loads.map(({ amount }) => amount)))
}
