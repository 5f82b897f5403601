/** Where the amounts of a new settlement come from, in words, so that nobody saves them unseen (SPEC B30). */
import type { ExpenseCategory } from '#core/settlements/settlement.ts'
import type { ProposedLine } from '#core/settlements/rules.ts'

export type DefaultNotes = Partial<Record<ExpenseCategory, string>>

/** "Starts with Fuel (15% × $3,000.00)"; of several in one box each says its part. */
export function defaultNotes(proposed: ProposedLine[]): DefaultNotes {
  const notes: DefaultNotes = {}
  for (const { category, description, formula } of proposed) {
    const before = notes[category]
    const words = `${description} (${formula})`
    notes[category] = before ? `${before}, ${words}` : `Starts with ${words}`
  }
  return notes
}
