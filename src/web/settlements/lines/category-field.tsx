import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { pluralize } from '#core/pluralize.ts'
import {
  settlementFields,
  type ExpenseCategory,
  type Settlement,
} from '#core/settlements/settlement.ts'
import type { Line } from '#core/settlements/lines.ts'
import { classes } from '#web/ui/classes.ts'
import { ExpenseInput, type SettlementControl } from './expense-input.tsx'
import { LinesPanel } from './lines-panel.tsx'

type CategoryFieldProps = {
  category: ExpenseCategory
  control: SettlementControl
  /** Null: nothing is saved yet, so no line can be written. */
  billing: Settlement | null
  lines: Line[]
  onLines: () => void
  disabled: boolean
  readOnly: boolean
  start: string
  note: string | undefined
}

/** A category's box, and the lines that it opens to: the box is their sum (SPEC C1). */
export function CategoryField({ billing, lines, onLines, ...input }: CategoryFieldProps) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const { label } = settlementFields[input.category]
  return (
    <>
      <div className="min-w-0">
        <ExpenseInput {...input} />
        {billing && (
          <button
            type="button"
            aria-expanded={open}
            aria-controls={open ? id : undefined}
            onClick={() => setOpen(!open)}
            className="flex min-h-6 items-center gap-1 text-xs font-medium text-accent-strong pointer-coarse:min-h-11"
          >
            <ChevronDown aria-hidden className={classes('size-3.5', open && 'rotate-180')} />
            <span className="sr-only">{label}:</span>
            {lines.length ? pluralize(lines.length, 'line') : 'No lines'}
          </button>
        )}
      </div>
      {open && billing && (
        <div id={id} className="col-span-full">
          <LinesPanel category={input.category} {...{ billing, lines, onLines }} />
        </div>
      )}
    </>
  )
}
