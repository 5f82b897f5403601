import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { Link } from 'react-router'
import type {
  BillableLoad,
  CreatedInvoices,
  Invoice,
  Ready,
  ReadyBroker,
} from '#core/invoices/responses.ts'
import { addUp, formatMoney } from '#core/money.ts'
import { pluralize } from '#core/pluralize.ts'
import { request } from '#web/api/client.ts'
import { OnlyFor, useMay } from '#web/api/may.tsx'
import { newKey } from '#web/api/request-key.ts'
import { someInvoicesQuery } from '#web/invoices/queries.ts'
import { StepsNotice } from '#web/settlements/run/steps-notice.tsx'
import type { Steps } from '#web/settlements/run/steps.ts'
import { useSteps } from '#web/settlements/run/use-steps.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckLine } from '#web/ui/inputs/checkbox.tsx'
import { restoreFocus } from '#web/ui/overlays/restore-focus.ts'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import { tabAddress } from '#web/invoices/screen/tabs.ts'
import { ReadyTable } from './ready-table.tsx'
import { ReviewDialog } from './review-dialog.tsx'
import type { SendPurpose } from './send-ways.ts'
import { UnsentInvoices } from './unsent-invoices.tsx'
import { type UsedPicks, usePicks } from './use-picks.ts'

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
          No load is ready to bill. A load needs the status Delivered, a broker, revenue and its
          required documents. Delivered loads that lack something are in{' '}
          <Link className="text-accent-strong underline" to={tabAddress('not-ready')}>
            Not Ready
          </Link>
          .
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

/** The most drafts that are reviewed at once. */
const MOST = '200'

/** Drafts that were not approved yet, oldest first. */
function OpenDrafts({ onReview }: { onReview: (invoices: Invoice[]) => void }) {
  const { data: drafts = [] } = useQuery(
    someInvoicesQuery({ status: 'draft', limit: MOST, offset: '0' }),
  )
  if (drafts.length === 0) return null
  return (
    <section
      aria-label="Drafts"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-waiting bg-waiting-soft p-3 text-sm text-waiting"
    >
      <p>
        <strong>{pluralize(drafts.length, 'draft')}</strong> not approved yet,{' '}
        <span className="tabular-nums">{formatMoney(addUp(drafts.map(({ total }) => total)))}</span>
        .
      </p>
      <span className="grow" />
      <Link className="hit-area font-medium underline" to="/invoices?status=draft">
        Show Drafts
      </Link>
      <OnlyFor permission="billing">
        <Button variant="secondary" onClick={() => onReview(drafts)}>
          Review {pluralize(drafts.length, 'Draft')}
        </Button>
      </OnlyFor>
    </section>
  )
}

// The requests that make drafts of the selected loads. Each request is independent, so a run can be stopped and continued.

type Batch = { broker: ReadyBroker; loads: BillableLoad[]; key: string }

type BillOptions = {
  brokers: ReadyBroker[]
  picked: ReadonlySet<number>
  /** One invoice for all selected loads of a broker. */
  together: boolean
  onCreated: (created: Invoice[]) => void
  onFailed: (loads: number[], message: string) => void
}

/** One request for each invoice. The brokers are handled at the same time. */
function billSteps(options: BillOptions): Steps<Batch> {
  const { brokers, picked, together, onCreated, onFailed } = options
  return {
    result: 'drafts created',
    groups: brokers
      .map((broker) => listBatches(broker, picked, together))
      .filter((batches) => batches.length > 0),
    async step({ broker, loads, key }) {
      const loadIds = loads.map(({ id }) => id)
      try {
        const { created } = await request<CreatedInvoices>('POST', '/api/invoices', {
          body: { brokerId: broker.brokerId, loadIds, each: !together },
          headers: { 'Idempotency-Key': key },
        })
        onCreated(created)
      } catch (error) {
        onFailed(loadIds, error instanceof Error ? error.message : String(error))
        throw error
      }
    },
    describe: nameBatch,
  }
}

function listBatches(broker: ReadyBroker, picked: ReadonlySet<number>, together: boolean): Batch[] {
  const loads = broker.loads.filter(({ id }) => picked.has(id))
  if (loads.length === 0) return []
  return (together ? [loads] : loads.map((load) => [load])).map((some) => ({
    broker,
    loads: some,
    key: newKey(),
  }))
}

/** "Load L-1 of Acme", "3 loads of Acme". */
function nameBatch({ broker, loads }: Batch): string {
  const [first] = loads
  const what = loads.length === 1 ? `Load ${first?.loadId}` : pluralize(loads.length, 'load')
  return `${what} of ${broker.brokerName}`
}
