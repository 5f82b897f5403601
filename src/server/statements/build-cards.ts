/** The card purchases among the deductions: at the pump, the discount, what was passed on of it, and what is charged (SPEC C578). */
import { addUp, formatMoney, type Amount } from '#core/money.ts'
import type { Line } from '#core/settlements/lines.ts'
import { EXPENSE_CATEGORIES } from '#core/settlements/settlement.ts'
import type { Captions } from './formats/captions.ts'
import type { StatementData } from './snapshot.ts'
import type { CardRow, CardTable } from './statement.ts'

/** Null without purchases, and in a format without the table. */
export function buildCards({ lines }: StatementData, captions: Captions): CardTable | null {
  const { cards, categories } = captions
  const bought = lines.filter(({ kind }) => kind === 'card')
  if (!cards || bought.length === 0) return null
  const rows = EXPENSE_CATEGORIES.flatMap((category) => {
    const ofCategory = bought.filter((line) => line.category === category)
    return ofCategory.length ? [buildRow(categories[category], ofCategory)] : []
  })
  return { rows, total: buildRow(cards.total, bought) }
}

function buildRow(label: string, lines: Line[]): CardRow {
  const sum = (toAmount: (line: Line) => Amount | null | undefined) =>
    formatMoney(addUp(lines.map((line) => toAmount(line) ?? '0.00')))
  return {
    label,
    retail: sum(({ cardRetail }) => cardRetail),
    discount: sum(({ cardDiscount }) => cardDiscount),
    passedOn: sum(({ cardPassedOn }) => cardPassedOn),
    charged: sum(({ amount }) => amount),
  }
}
