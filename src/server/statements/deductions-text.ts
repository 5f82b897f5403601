/** What a statement says of deductions, carries and balances (49 CFR 376.12(h), (k); SPEC C1–C5). */
import { formatDay } from '#core/calendar.ts'
import { addUp, formatMoney, toCents, type Amount } from '#core/money.ts'
import { EXPENSE_CATEGORIES, settlementFields } from '#core/settlements/settlement.ts'
import { balanceLabel, formatTotal, type Balance } from '#core/settlements/balances.ts'
import {
  formatFormula,
  isCarryForward,
  lineName,
  type Line as ExpenseLine,
} from '#core/settlements/lines.ts'
import type { StatementData } from './text.ts'
import type { Line } from './parts.ts'

/** A category: each of its lines with how it was computed, and their sum. */
export type DeductionGroup = { title: string; lines: DeductionLine[]; total: Line }

export type DeductionLine = Line & { date: string }

export type StatementBalance = { label: string; opening: string; change: string; closing: string }

/** The carries apart: they deduct nothing, they move what an earlier statement deducted. */
export function buildDeductions({ lines }: StatementData) {
  const deducted = lines.filter((line) => !isCarryForward(line) && toCents(line.amount) !== 0n)
  const groups = EXPENSE_CATEGORIES.flatMap((category) => {
    const mine = deducted.filter((line) => line.category === category)
    const { label } = settlementFields[category]
    return mine.length ? [buildGroup(label, mine)] : []
  })
  return { groups, total: sumLine('Total deductions', deducted) }
}

/** From the revenue to the net: less deductions, with what carries in and what carries out. */
export function buildSummary({ settlement, lines }: StatementData): Line[] {
  const carries = lines.filter(isCarryForward)
  const carried = addUp(carries.map(({ amount }) => amount))
  const deducted = toCents(settlement.totalExpenses) - carried
  return [
    { label: 'Revenue', amount: formatMoney(toCents(settlement.totalRevenue)) },
    { label: 'Less deductions', amount: formatMoney(-deducted) },
    ...carries.map((line) => ({ label: lineName(line), amount: formatDeducted(line.amount) })),
  ]
}

export function buildBalance(balance: Balance): StatementBalance {
  const { description, opening, change, closing } = balance
  const of = `${balance.balance} of ${formatTotal(balance)}`
  return {
    label: `${description} (${of}): ${balanceLabel(balance).toLowerCase()}`,
    opening: formatMoney(toCents(opening)),
    change: formatMoney(toCents(change)),
    closing: formatMoney(toCents(closing)),
  }
}

function buildGroup(title: string, lines: ExpenseLine[]): DeductionGroup {
  return { title, lines: lines.map(buildLine), total: sumLine(`Total ${title}`, lines) }
}

function buildLine(line: ExpenseLine): DeductionLine {
  const label = line.kind === 'plain' ? settlementFields[line.category].label : lineName(line)
  const note = [formatFormula(line), line.reference].filter(Boolean).join('  ·  ')
  const amount = formatMoney(toCents(line.amount))
  return { date: formatDay(line.date), label, amount, ...(note ? { note } : {}) }
}

function sumLine(label: string, lines: ExpenseLine[]): Line {
  return { label, amount: formatMoney(addUp(lines.map(({ amount }) => amount))) }
}

/** As it counts towards the net: a deduction is below zero. */
function formatDeducted(amount: Amount): string {
  return formatMoney(-toCents(amount))
}
