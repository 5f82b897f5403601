/** Where the amounts of a new settlement come from, in words, so that nobody saves them unseen (SPEC B30). */
import type { CustomDeduction, DefaultDeductions } from '#core/company.ts'
import { formatMoney, formatQuantity, toCents, type Amount } from '#core/money.ts'
import type { ExpenseCategory } from '#core/settlement.ts'

export type DefaultNotes = Partial<Record<ExpenseCategory, string>>

/** "From your default deductions: 15% of $3,000.00". A default of nothing has no note. */
export function defaultNotes(deductions: DefaultDeductions, totalRevenue: Amount): DefaultNotes {
  const { fuelDeductionType, fuelDeductionValue } = deductions
  const { insuranceDeductionType, insuranceDeductionValue, customDeductions } = deductions
  const custom = customDeductions.filter(({ value }) => toCents(value) !== 0n)
  return {
    ...note('fuel', way(fuelDeductionType, fuelDeductionValue, totalRevenue)),
    ...note('insurance', way(insuranceDeductionType, insuranceDeductionValue, totalRevenue)),
    ...note('other', custom.map((one) => named(one, totalRevenue)).join(', ')),
  }
}

function note(category: ExpenseCategory, words: string): DefaultNotes {
  return words ? { [category]: `From your default deductions: ${words}` } : {}
}

/** "Truck wash (fixed $50.00)": of several in one box each says its part. */
function named({ name, type, value }: CustomDeduction, totalRevenue: Amount): string {
  const fixed = `fixed ${formatMoney(toCents(value))}`
  return `${name} (${type === 'fixed' ? fixed : way(type, value, totalRevenue)})`
}

function way(type: CustomDeduction['type'], value: Amount, totalRevenue: Amount): string {
  if (toCents(value) === 0n) return ''
  if (type === 'fixed') return 'fixed amount'
  return `${formatQuantity(value)}% of ${formatMoney(toCents(totalRevenue))}`
}
