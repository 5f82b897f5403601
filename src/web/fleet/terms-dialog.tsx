import { useState } from 'react'
import {
  CHARGES,
  chargeByTerm,
  DISCOUNTS,
  labelPurchase,
  passesDiscount,
  PURCHASE_KINDS,
  termsSchema,
  type LeaseTerm,
  type PurchaseKind,
} from '#core/fleet/lease-terms.ts'
import { formatMoney } from '#core/money.ts'
import { useAction } from '#web/api/use-action.ts'
import { useConfirmLeave } from '#web/records/form/use-confirm-leave.tsx'
import { Button } from '#web/ui/button.tsx'
import { MoneyInput } from '#web/ui/inputs/money-input.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

export type SaveTerms = (terms: readonly LeaseTerm[]) => Promise<unknown>

type TermsDialogProps = {
  title: string
  terms: readonly LeaseTerm[]
  save: SaveTerms
  onClose: () => void
}

/** The texts of one kind's inputs. A blank `charge`: the kind is not named. */
type Draft = Record<'charge' | 'percent' | 'amount' | 'discount' | 'discountPercent', string>
type Drafts = Record<PurchaseKind, Draft>

/** A purchase with round figures shows what a choice means. */
const EXAMPLE = { retail: 100_00n, discount: 10_00n }

/** Changes all charge-backs of a lease, or of the account, at once. */
export function TermsDialog({ title, terms, save, onClose }: TermsDialogProps) {
  const [start] = useState(() => toDrafts(terms))
  const [drafts, setDrafts] = useState(start)
  const [tried, setTried] = useState(false)
  const { leave, question } = useConfirmLeave({
    changed: JSON.stringify(drafts) !== JSON.stringify(start),
    what: 'these charge-backs',
    onLeave: onClose,
  })
  const saving = useAction({
    send: save,
    done: 'Charge-backs saved',
    failed: 'Failed to save the charge-backs',
    onDone: onClose,
  })
  const problems = new Map(
    PURCHASE_KINDS.map(({ value }) => [value, readTerm(value, drafts[value]).problem]),
  )

  function submit() {
    setTried(true)
    if ([...problems.values()].some(Boolean)) return
    saving.run(PURCHASE_KINDS.flatMap(({ value }) => readTerm(value, drafts[value]).term ?? []))
  }

  return (
    <Dialog open wide title={title} onOpenChange={(open) => !open && leave()}>
      <form
        noValidate
        autoComplete="off"
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <div className="grid gap-3">
          {PURCHASE_KINDS.map(({ value }) => (
            <TermRow
              key={value}
              kind={value}
              draft={drafts[value]}
              problem={tried ? problems.get(value) : undefined}
              onChange={(change) =>
                setDrafts((before) => ({ ...before, [value]: { ...before[value], ...change } }))
              }
            />
          ))}
        </div>
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="secondary" onClick={leave}>
            Cancel
          </Button>
          <Button type="submit" aria-disabled={saving.busy}>
            {saving.busy ? 'Saving...' : 'Save'}
          </Button>
        </div>
      </form>
      {question}
    </Dialog>
  )
}

type TermRowProps = {
  kind: PurchaseKind
  draft: Draft
  problem: string | undefined
  onChange: (change: Partial<Draft>) => void
}

function TermRow({ kind, draft, problem, onChange }: TermRowProps) {
  const { charge, percent, amount, discount, discountPercent } = draft
  const label = labelPurchase(kind)
  const { term } = readTerm(kind, draft)
  return (
    <fieldset className="grid gap-1 border-t border-line pt-3 first:border-t-0 first:pt-0">
      <legend className="sr-only">{label}</legend>
      <div className="grid grid-cols-2 items-center gap-2 sm:grid-cols-[minmax(9rem,1fr)_minmax(8rem,1fr)_7rem_minmax(7rem,1fr)_7rem]">
        <span aria-hidden className="text-sm font-medium max-sm:col-span-2">
          {label}
        </span>
        <Select
          aria-label={`${label}: charged`}
          value={charge}
          placeholder="Not named"
          options={CHARGES}
          onChange={(value) => onChange({ charge: value })}
        />
        <span className="max-sm:empty:hidden">
          {charge === 'cost-plus' && (
            <MoneyInput
              aria-label={`${label}: percent above cost`}
              adornment="%"
              places={4}
              value={percent}
              onChange={(value) => onChange({ percent: value })}
            />
          )}
          {charge === 'flat' && (
            <MoneyInput
              aria-label={`${label}: flat amount`}
              adornment="$"
              value={amount}
              onChange={(value) => onChange({ amount: value })}
            />
          )}
        </span>
        <span className="max-sm:empty:hidden">
          {hasDiscount(charge) && (
            <Select
              aria-label={`${label}: discount passed on`}
              value={discount}
              options={DISCOUNT_OPTIONS}
              onChange={(value) => onChange({ discount: value })}
            />
          )}
        </span>
        <span className="max-sm:empty:hidden">
          {hasDiscount(charge) && discount === 'part' && (
            <MoneyInput
              aria-label={`${label}: percent of the discount`}
              adornment="%"
              places={4}
              value={discountPercent}
              onChange={(value) => onChange({ discountPercent: value })}
            />
          )}
        </span>
      </div>
      {problem ? (
        <p role="alert" className="text-sm font-medium text-danger-ink">
          {problem}
        </p>
      ) : (
        <p className="text-xs text-muted">{describeExample(term)}</p>
      )}
    </fieldset>
  )
}

const DISCOUNT_OPTIONS = DISCOUNTS.map(({ value, label }) => ({
  value,
  label: `Discount: ${label.toLowerCase()}`,
}))

function hasDiscount(charge: string): boolean {
  const known = CHARGES.find(({ value }) => value === charge)
  return known !== undefined && passesDiscount({ charge: known.value })
}

function toDrafts(terms: readonly LeaseTerm[]): Drafts {
  const drafts = PURCHASE_KINDS.map(({ value }) => {
    const term = terms.find(({ kind }) => kind === value)
    const draft: Draft = {
      charge: term?.charge ?? '',
      percent: term?.percent ?? '',
      amount: term?.amount ?? '',
      discount: term?.discount ?? 'all',
      discountPercent: term?.discountPercent ?? '',
    }
    return [value, draft] as const
  })
  return Object.fromEntries(drafts) as Drafts
}

/** Checks with the request's own schema. Without a charge there is no term, and nothing is wrong. */
function readTerm(kind: PurchaseKind, draft: Draft): { term?: LeaseTerm; problem?: string } {
  if (draft.charge === '') return {}
  const used = hasDiscount(draft.charge) ? draft : { ...draft, discount: 'all' }
  const read = termsSchema.safeParse([{ kind, ...used }])
  const [term] = read.data ?? []
  return term ? { term } : { problem: read.error?.issues[0]?.message ?? 'Invalid input' }
}

/** "$100.00 with a discount of $10.00: $90.00 is charged." */
function describeExample(term: LeaseTerm | undefined): string {
  if (!term) return ''
  const { charged } = chargeByTerm(term, EXAMPLE)
  const { retail, discount } = EXAMPLE
  return `${formatMoney(retail)} with a discount of ${formatMoney(discount)}: ${formatMoney(charged)} is charged.`
}
