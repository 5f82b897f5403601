import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import { readTypedAmount } from '#core/money.ts'
import { pluralize } from '#core/pluralize.ts'
import { isExtraPay, isReimbursement } from '#core/settlements/extra-pay.ts'
import type { Line } from '#core/settlements/lines.ts'
import {
  type ExpenseCategory,
  type Settlement,
  settlementFields,
} from '#core/settlements/settlement.ts'
import { isFrozen } from '#web/settlements/screen/loaded-settlement.ts'
import { useSettlement } from '#web/settlements/screen/use-settlement.ts'
import { classes } from '#web/ui/classes.ts'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { MoneyInput } from '#web/ui/inputs/money-input.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { isUnused } from './draft.ts'
import { type EntryKind, LineEntries } from './line-entries.tsx'

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

/** `lines`: the lines of the category. */
type LinesPanelProps = { category: ExpenseCategory; billing: Settlement; lines: Line[] }

const ENTRIES: readonly EntryKind[] = ['deduction', 'reimbursement']

/** The lines of one category. Extra pay is in "other" too, because its amount includes it. */
function LinesPanel({ category, billing, lines }: LinesPanelProps) {
  const { label } = settlementFields[category]
  const add = category === 'other' ? [...ENTRIES, 'extra-pay' as const] : ENTRIES
  return (
    <section
      aria-label={`${label} deductions`}
      className="grid gap-2 rounded-md border border-line bg-page p-3"
    >
      {lines.length === 0 && (
        <p className="text-sm text-muted">No {label.toLowerCase()} deductions yet.</p>
      )}
      <LineEntries billing={billing} lines={lines} category={category} add={add} />
    </section>
  )
}

/**
 * The reason for the amount typed for "other" (SPEC C19). Shown once an amount is typed, and while there is a manual entry.
 */
function ReasonInput() {
  const { loaded, lines, form, saving } = useSettlement()
  const typed = useWatch({ control: form.control, name: 'other' })
  const entry = lines.find(({ kind, category }) => kind === 'plain' && category === 'other')
  const isTyped = readTypedAmount(typed) !== readTypedAmount(loaded?.start.other ?? '')
  if (!loaded || (!entry && !isTyped)) return null
  return (
    <div className="mt-2">
      <Controller
        name="otherReason"
        control={form.control}
        render={({ field, fieldState }) => (
          <Labeled
            label="Reason for Other"
            name="otherReason"
            error={fieldState.error?.message}
            hint="Printed on the statement. Required before approval."
          >
            {(aria) => (
              <TextInput
                {...aria}
                {...field}
                maxLength={200}
                readOnly={saving || isFrozen(loaded)}
              />
            )}
          </Labeled>
        )}
      />
    </div>
  )
}

/** The input of an unused category is shorter and looks like text until it is used. */
const FOLDED =
  'pointer-fine:group-data-unused/category:h-7 group-data-unused/category:not-focus:not-hover:border-transparent group-data-unused/category:not-focus:bg-transparent group-data-unused/category:not-focus:text-muted'

/** `extra`: shown after the label. */
type ExpenseInputProps = { category: ExpenseCategory; extra: ReactNode }

/** Shows where a default amount comes from, until another amount is typed (SPEC B30). */
function ExpenseInput({ category, extra }: ExpenseInputProps) {
  const { loaded, form, saving } = useSettlement()
  return (
    <Controller
      name={category}
      control={form.control}
      render={({ field, fieldState }) => (
        <Labeled
          label={settlementFields[category].label}
          name={category}
          inline={{ extra }}
          error={fieldState.error?.message}
          hint={
            readTypedAmount(field.value) === loaded?.start[category]
              ? loaded?.defaults[category]
              : undefined
          }
        >
          {(aria) => (
            <div className="w-36">
              <MoneyInput
                {...aria}
                {...field}
                disabled={!loaded}
                readOnly={saving}
                adornment="$"
                className={FOLDED}
              />
            </div>
          )}
        </Labeled>
      )}
    />
  )
}
