/** Says which rules the amounts of a new settlement come from (SPEC B30). */
import type { ExpenseCategory } from '#core/settlements/settlement.ts'
import type { ProposedLine } from '#core/settlements/rules.ts'

export type DefaultNotes = Partial<Record<ExpenseCategory, string>>

/** "Default: Fuel (15% × $3,000.00)"; a category of several lines lists each. */
export function defaultNotes(proposed: ProposedLine[]): DefaultNotes {
  const notes: DefaultNotes = {}
  for (const { category, description, formula } of proposed) {
    const before = notes[category]
    const line = `${description} (${formula})`
    notes[category] = before ? `${before}, ${line}` : `Default: ${line}`
  }
  return notes
}
