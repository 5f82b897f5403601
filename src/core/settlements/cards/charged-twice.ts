/** A category that deducts what cards bought, and also a recurring deduction or a typed amount (SPEC C579). */
import { formatMoney, formatQuantity, toCents, type Amount, type Cents } from '#core/money.ts'
import type { Question } from '#core/payments/questions.ts'
import type { Basis } from '#core/settlements/bases.ts'
import type { ProposedLine } from '#core/settlements/rules.ts'
import { settlementFields, type ExpenseCategory } from '#core/settlements/settlement.ts'

/** The categories of card purchases. Not "other": scales and advances say nothing about the fees there. */
export const CARD_CATEGORIES = [
  'fuel',
  'tolls',
  'parking',
  'maintenance',
] as const satisfies ExpenseCategory[]

/** `typed`: the amount of a category, or a line that a person added. */
export type CategoryLine = {
  category: ExpenseCategory
  kind: 'card' | 'rule' | 'plain' | 'entered'
  basis: Basis | null
  basisValue: Amount | null
  amount: Amount
}

/** "Fuel: card purchases $593.67 and 15% deduction $300.00", one for each such category. Credits are no second charge. */
export function describeChargedTwice(lines: readonly CategoryLine[]): string[] {
  return CARD_CATEGORIES.flatMap((category) => {
    const own = lines.filter((line) => line.category === category)
    const bought = sum(own.filter(({ kind }) => kind === 'card'))
    const charges = own.filter(({ kind, amount }) => kind !== 'card' && toCents(amount) > 0n)
    if (bought <= 0n || charges.length === 0) return []
    const typed = sum(charges.filter(({ kind }) => kind !== 'rule'))
    const parts = [
      ...charges.filter(({ kind }) => kind === 'rule').map(describeRule),
      ...(typed > 0n ? [`typed ${formatMoney(typed)}`] : []),
    ]
    const { label } = settlementFields[category]
    return [`${label}: card purchases ${formatMoney(bought)} and ${parts.join(' and ')}`]
  })
}

/** `describeChargedTwice` of the lines that an unsaved settlement starts with. A line of a balance is no second charge. */
export function describeProposedTwice(lines: readonly ProposedLine[]): string[] {
  return describeChargedTwice(
    lines.flatMap((line) => {
      const { kind, category, amount, basis = null, basisValue = null, reachedOf = null } = line
      const isCharge = kind === 'card' || (kind === 'rule' && reachedOf === null)
      return isCharge ? { kind, category, amount, basis, basisValue } : []
    }),
  )
}

/** The answer to the question, in `confirmed` of an approval. */
export const CHARGED_TWICE = 'chargedTwice'

/** Null if no category is charged twice. */
export function askChargedTwice(texts: readonly string[]): Question | null {
  if (texts.length === 0) return null
  const message = `${texts.join('. ')}. Deduct both?`
  return { field: CHARGED_TWICE, message }
}

function describeRule({ basis, basisValue, amount }: CategoryLine): string {
  const isPercent = basis !== null && basis.startsWith('percent')
  const share = isPercent && basisValue !== null ? `${formatQuantity(basisValue)}% ` : ''
  return `${share}${share ? '' : 'recurring '}deduction ${formatMoney(toCents(amount))}`
}

function sum(lines: readonly CategoryLine[]): Cents {
  return lines.reduce((total, { amount }) => total + toCents(amount), 0n)
}
