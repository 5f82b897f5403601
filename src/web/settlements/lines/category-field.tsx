import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { settlementFields, type ExpenseCategory } from '#core/settlements/settlement.ts'
import { useSettlement } from '#web/settlements/screen/use-settlement.ts'
import { classes } from '#web/ui/classes.ts'
import { countLines } from './count-lines.ts'
import { isUnused } from './draft.ts'
import { ExpenseInput } from './expense-input.tsx'
import { LinesPanel } from './lines-panel.tsx'
import { ReasonInput } from './reason-input.tsx'

/**
 * A category's amount. On a saved settlement, a button shows the lines that add up to it (SPEC C1). An unused
 * category is collapsed to a short row in its place (SPEC C57).
 */
export function CategoryField({ category }: { category: ExpenseCategory }) {
  const { loaded, lines, form } = useSettlement()
  const [open, setOpen] = useState(false)
  const id = useId()
  const typed = useWatch({ control: form.control, name: category })
  const billing = loaded?.billing
  const ofCategory = lines.filter((line) => line.category === category)
  return (
    <div
      data-unused={isUnused(typed, ofCategory) || undefined}
      className="group/category grid gap-1 border-b border-line py-1 last:border-b-0 data-unused:py-0"
    >
      <ExpenseInput
        category={category}
        extra={
          billing && (
            <button
              type="button"
              aria-expanded={open}
              aria-controls={open ? id : undefined}
              onClick={() => setOpen(!open)}
              className="flex min-h-6 min-w-6 items-center gap-1 text-xs font-medium text-accent-strong pointer-coarse:min-h-11 pointer-coarse:min-w-11"
            >
              <ChevronDown aria-hidden className={classes('size-3.5', open && 'rotate-180')} />
              <span className="sr-only">{settlementFields[category].label}:</span>
              {/* On a phone, an unused category is one line. */}
              <span className="max-sm:group-data-unused/category:sr-only">
                {countLines(ofCategory)}
              </span>
            </button>
          )
        }
      />
      {category === 'other' && <ReasonInput />}
      {open && billing && (
        <div id={id} className="pb-2">
          <LinesPanel category={category} billing={billing} lines={ofCategory} />
        </div>
      )}
    </div>
  )
}
