import type { Line } from '#core/settlements/lines.ts'
import {
  settlementFields,
  type ExpenseCategory,
  type Settlement,
} from '#core/settlements/settlement.ts'
import { LineEntries, type EntryKind } from './line-entries.tsx'

/** `lines`: the lines of the category. */
type LinesPanelProps = { category: ExpenseCategory; billing: Settlement; lines: Line[] }

const ENTRIES: readonly EntryKind[] = ['deduction', 'reimbursement']

/** The lines of one category. Extra pay is in "other" too, because its amount includes it. */
export function LinesPanel({ category, billing, lines }: LinesPanelProps) {
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
