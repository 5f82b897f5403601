import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { toCents } from '#core/money.ts'
import { netPayment, totalExpenses } from '#core/settlements/settlement.ts'
import { Money } from '#web/settlements/figures/figures.tsx'
import { readDraft } from '#web/settlements/lines/draft.ts'
import { useMedia } from '#web/ui/use-media.ts'
import { getRevenue } from './loaded-settlement.ts'
import { useSettlement } from './use-settlement.ts'

/** Below this width the Summary card is above the form, instead of beside it. */
const SUMMARY_ABOVE = '(width < 80rem)'

/** The three totals below the top bar, in view while a person types (SPEC A5, C57). */
export function LiveTotals() {
  const { loaded, preview, form } = useSettlement()
  const expenses = readDraft(useWatch({ control: form.control }))
  const isShown = useMedia(SUMMARY_ABOVE)
  if (!isShown || !loaded || !preview) return null
  const revenue = getRevenue(loaded, preview)
  return (
    <dl
      aria-label="Current totals"
      data-floating
      className="sticky top-12 z-20 -mx-4 mb-5 flex flex-wrap justify-between gap-x-3 border-b border-line bg-surface px-4 py-1 text-sm tabular-nums sm:-mx-6 sm:justify-end sm:gap-x-8 sm:px-6 print:hidden"
    >
      <Total label="Total Revenue">
        <Money cents={toCents(revenue)} />
      </Total>
      <Total label="Total Expenses">
        <Money cents={totalExpenses(expenses)} />
      </Total>
      <Total label="Net Payment">
        <strong>
          <Money cents={netPayment(revenue, expenses)} />
        </strong>
      </Total>
    </dl>
  )
}

function Total({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-muted">{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
