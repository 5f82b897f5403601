/** Builds a statement's deductions, carry-forwards and balances (49 CFR 376.12(h), (k); SPEC C1–C5). */
import { formatDay } from '#core/calendar.ts'
import { formatRate } from '#core/decimals.ts'
import { addUp, formatAmount, formatMoney, formatQuantity } from '#core/money.ts'
import type { Balance } from '#core/settlements/balances.ts'
import type { Line } from '#core/settlements/lines.ts'
import { EXPENSE_CATEGORIES } from '#core/settlements/settlement.ts'
import type { Captions } from './formats/captions.ts'
import { explainNet } from './explain-net.ts'
import { splitLines } from './line-parts.ts'
import type { StatementData } from '#server/settlements/approval/statement-data.ts'
import type {
  AmountLine,
  DeductionGroup,
  DeductionLine,
  Deductions,
  StatementBalance,
} from './statement.ts'

/** Leaves out carry-forwards: they deduct nothing, they move what an earlier statement deducted. */
export function buildDeductions(data: StatementData, captions: Captions): Deductions {
  const deducted = splitLines(data.lines).deductions
  const groups = EXPENSE_CATEGORIES.flatMap((category) => {
    const categoryLines = deducted.filter((line) => line.category === category)
    const title = captions.categories[category]
    return categoryLines.length ? [buildGroup(title, categoryLines, data, captions)] : []
  })
  return { groups, total: buildTotal(captions.totalDeductions, deducted) }
}

export function buildBalance(balance: Balance, captions: Captions): StatementBalance {
  const { opening, change, closing } = balance
  return {
    label: nameBalance(balance, captions) + nameEntries(balance, captions),
    opening: formatAmount(opening),
    change: formatAmount(change),
    closing: formatAmount(closing),
  }
}

function nameBalance(balance: Balance, captions: Captions): string {
  const { description, balance: kind, total, formerTotal } = balance
  if (kind === 'deferred') return captions.checks.notDeducted(description)
  return captions.balance({
    description,
    kind,
    total: formatAmount(total),
    formerTotal: formerTotal ? formatAmount(formerTotal) : null,
  })
}

/** What changed the balance since the previous statement. */
function nameEntries({ entries = [] }: Balance, { sections }: Captions): string {
  const names = entries.map(({ kind, change, day, undoes }) => {
    const printed = { kind: sections.entries[kind], amount: formatAmount(change) }
    return sections.entry({ ...printed, day: formatDay(day), isUndo: undoes !== null })
  })
  return names.join('')
}

function buildGroup(
  title: string,
  lines: Line[],
  data: StatementData,
  captions: Captions,
): DeductionGroup {
  return {
    title,
    lines: lines.map((line) => buildLine(line, captions, explainNet(line, data, captions))),
    total: buildTotal(captions.categoryTotal(title), lines),
  }
}

/** `more`: what explains the computation. */
export function buildLine(
  line: Line,
  captions: Captions,
  more: string | null = null,
): DeductionLine {
  const label = line.kind === 'plain' ? nameManualEntry(line, captions) : nameLine(line, captions)
  const notes = [formatComputation(line, captions), more, line.reference]
  const note = notes.filter(Boolean).join('  ·  ')
  const amount = formatAmount(line.amount)
  const key = lineKey(line)
  return { date: formatDay(line.date), label, amount, key, ...(note ? { note } : {}) }
}

/** Names a line in a question: "line-12". A frozen line keeps its id. */
export function lineKey({ id }: Line): string {
  return `line-${id}`
}

/** The entry's reason, or else its category. "Other" never prints without a reason (49 CFR 376.12(h)). */
function nameManualEntry(line: Line, captions: Captions): string {
  if (line.description) return line.description
  const isUnexplained = line.category === 'other'
  return isUnexplained ? captions.sections.missingReason : captions.categories[line.category]
}

export function nameLine({ description, category }: Line, captions: Captions): string {
  return description || captions.categories[category]
}

/** "120.5 × $3.89", or the stored formula of a line that a rule made. */
function formatComputation({ formula, quantity, rate }: Line, captions: Captions): string | null {
  if (formula !== null || quantity === null || rate === null) return formula
  return captions.computation(formatQuantity(quantity), formatRate(rate))
}

function buildTotal(label: string, lines: Line[]): AmountLine {
  return { label, amount: formatMoney(addUp(lines.map(({ amount }) => amount))) }
}
