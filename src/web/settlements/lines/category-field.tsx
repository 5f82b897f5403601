import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { pluralize } from '#core/pluralize.ts'
import { isExtraPay, isReimbursement } from '#core/settlements/extra-pay.ts'
import type { Line } from '#core/settlements/lines.ts'
import { settlementFields, type ExpenseCategory } from '#core/settlements/settlement.ts'
import { useSettlement } from '#web/settlements/screen/use-settlement.ts'
import { classes } from '#web/ui/classes.ts'
import { ExpenseInput } from './expense-input.tsx'
import { ReasonInput } from './reason-input.tsx'
import { LinesPanel } from './lines-panel.tsx'

/** A category's amount. On a saved settlement, a button shows the lines that add up to it (SPEC C1). */
export function CategoryField({ category }: { category: ExpenseCategory }) {
  const { loaded, lines } = useSettlement()
  const [open, setOpen] = useState(false)
  const id = useId()
  const billing = loaded?.billing
  const ofCategory = lines.filter((line) => line.category === category)
  return (
    <>
      <div className="min-w-0">
        <ExpenseInput category={category} />
        {category === 'other' && <ReasonInput />}
        {billing && (
          <button
            type="button"
            aria-expanded={open}
            aria-controls={open ? id : undefined}
            onClick={() => setOpen(!open)}
            className="flex min-h-6 items-center gap-1 text-xs font-medium text-accent-strong pointer-coarse:min-h-11"
          >
            <ChevronDown aria-hidden className={classes('size-3.5', open && 'rotate-180')} />
            <span className="sr-only">{settlementFields[category].label}:</span>
            {countLines(ofCategory)}
          </button>
        )}
      </div>
      {open && billing && (
        <div id={id} className="col-span-full">
          <LinesPanel category={category} billing={billing} lines={ofCategory} />
        </div>
      )}
    </>
  )
}

/** "2 deductions, 1 credit": extra pay and reimbursements are credits. */
function countLines(lines: Line[]): string {
  const credits = lines.filter((line) => isExtraPay(line) || isReimbursement(line)).length
  const deductions = lines.length - credits
  if (lines.length === 0) return 'No deductions'
  return [
    ...(deductions ? [pluralize(deductions, 'deduction')] : []),
    ...(credits ? [pluralize(credits, 'credit')] : []),
  ].join(', ')
}
