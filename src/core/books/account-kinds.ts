/** The kinds of amounts that must be mapped to the accountant's accounts before the first file (SPEC C220). */
import { CHARGE_KINDS } from '#core/charges/kinds.ts'
import { EXPENSE_CATEGORIES, settlementFields } from '#core/settlements/settlement.ts'
import type { FactoringMethod } from './factoring-methods.ts'

/** `suggestion`: the account's usual name. `item`: the invoice CSV also needs the name of a product or service. */
export type AccountKind = {
  kind: string
  group: string
  label: string
  suggestion: string
  item: boolean
  /** The only factoring method that uses this kind. */
  method?: FactoringMethod
}

const RECEIVABLES = 'Receivables'
export const FACTORING = 'Factoring'
const INCOME = 'Income by charge'
const OWNERS = 'Owners and drivers'
const DEDUCTIONS = 'Deductions by category'

const plain = (kind: string, group: string, label: string, suggestion = label): AccountKind => ({
  kind,
  group,
  label,
  suggestion,
  item: false,
})

export const ACCOUNT_KINDS: readonly AccountKind[] = [
  plain('receivable', RECEIVABLES, 'Accounts receivable', 'Accounts Receivable'),
  plain('undeposited', RECEIVABLES, 'Money received', 'Undeposited Funds'),
  plain('bank', RECEIVABLES, 'Bank account', 'Checking'),
  plain('quick-pay', RECEIVABLES, 'Quick-pay discounts', 'Quick Pay Discounts'),
  plain('write-off', RECEIVABLES, 'Broker write-offs', 'Bad Debt'),
  plain('bank-fee', RECEIVABLES, 'Bank fees', 'Bank Charges'),
  plain('factor-bank', FACTORING, 'Bank account for factor deposits', 'Checking'),
  plain('factor-clearing', FACTORING, 'Factor clearing', 'Factor Clearing'),
  plain('factor-reserve', FACTORING, 'Reserve held by factors', 'Factor Reserve'),
  {
    ...plain('factor', FACTORING, 'Owed to factors for invoices', 'Due to Factor'),
    method: 'loan',
  },
  plain('factoring-fee', FACTORING, 'Factoring fees', 'Factoring Fees'),
  plain('factor-cost', FACTORING, 'Factor wire and ACH fees', 'Bank Charges'),
  plain('factor-fuel', FACTORING, 'Factor fuel advances', 'Factor Fuel Advances'),
  ...CHARGE_KINDS.map(({ value, label }) => ({
    ...plain(`income:${value}`, INCOME, label, `Freight Income:${label}`),
    item: true,
  })),
  plain('owner-pay', OWNERS, 'Settlement gross', 'Purchased Transportation'),
  plain('payable', OWNERS, 'Owed to owners and drivers', 'Accounts Payable'),
  plain('hand-out', OWNERS, 'Advances and loans paid out', 'Owner Advances'),
  plain('escrow', OWNERS, 'Escrow held', 'Escrow Payable'),
  plain('escrow-interest', OWNERS, 'Interest on escrow', 'Interest Expense'),
  plain('deferred', OWNERS, 'Deductions left for later', 'Due from Owners and Drivers'),
  plain('balance-write-off', OWNERS, 'Write-offs of advances, loans and deductions', 'Bad Debt'),
  plain('withholding', OWNERS, 'Backup withholding', 'Federal Tax Withheld'),
  plain('payment-write-off', OWNERS, 'Write-offs of unapplied payments', 'Bad Debt'),
  ...EXPENSE_CATEGORIES.map((category) =>
    plain(
      `deduction:${category}`,
      DEDUCTIONS,
      settlementFields[category].label,
      `Settlement Deductions:${settlementFields[category].label}`,
    ),
  ),
]

const KNOWN = new Map(ACCOUNT_KINDS.map((known) => [known.kind, known]))

export function findAccountKind(kind: string): AccountKind | undefined {
  return KNOWN.get(kind)
}

/** The kinds that the factoring method uses. All kinds, if no method is chosen yet (null). */
export function listAccountKinds(method: FactoringMethod | null): AccountKind[] {
  return ACCOUNT_KINDS.filter((kind) => !kind.method || !method || kind.method === method)
}

/** The kinds that must be mapped before the first file with factor entries. */
export function listFactoringKinds(method: FactoringMethod): string[] {
  const own = listAccountKinds(method).filter(({ group }) => group === FACTORING)
  return own.map(({ kind }) => kind)
}

/** The income account of a charge. A kind of charge without an account is "other". */
export function incomeKind(charge: string): string {
  return KNOWN.has(`income:${charge}`) ? `income:${charge}` : 'income:other'
}
