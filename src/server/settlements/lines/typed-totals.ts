/** Recalculating keeps the total of a category that was typed lower than its lines (SPEC C19). */
import { addUp, toAmount, toCents, type Cents } from '#core/money.ts'
import type { Line } from '#core/settlements/lines.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import type { Work } from '#server/database/open.ts'
import { readLineRows, updateLine } from './rows.ts'

/**
 * `before`: the lines before the rules were applied again. Changes of a rule's lines go into the manual entry. Returns
 * whether an entry changed.
 */
export async function keepTypedTotals(
  work: Work,
  userId: string,
  { id }: Settlement,
  before: Line[],
): Promise<boolean> {
  const entries = before.filter(({ kind, byHand }) => kind === 'plain' && byHand)
  if (entries.length === 0) return false
  const after = await readLineRows(work, userId, id)
  let isChanged = false
  for (const entry of entries) {
    const change = sumRuleLines(after, entry) - sumRuleLines(before, entry)
    if (change === 0n) continue
    const amount = toAmount(toCents(entry.amount) - change)
    await updateLine(work, userId, entry.id, { amount })
    isChanged = true
  }
  return isChanged
}

/** The total of the rules' lines in a category, in cents. */
function sumRuleLines(lines: Line[], { category }: Line): Cents {
  const ofRules = lines.filter((line) => line.ruleKey !== null && line.category === category)
  return addUp(ofRules.map(({ amount }) => amount))
}
