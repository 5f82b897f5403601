/** How factored invoices are recorded. The carrier's accountant decides (SPEC C243). */

export const FACTORING_METHODS = [
  {
    value: 'sale',
    label: 'As a Sale',
    help: 'The factor buys the invoice: accounts receivable is credited at the purchase, and the reserve is an asset.',
  },
  {
    value: 'loan',
    label: 'As a Loan',
    help: 'The invoice stays in accounts receivable until the broker pays the factor. Until then the purchase is owed to the factor.',
  },
] as const

export type FactoringMethod = (typeof FACTORING_METHODS)[number]['value']

export const FACTORING_METHOD_VALUES = FACTORING_METHODS.map(({ value }) => value)

/** The account that the factor's purchase credits and a chargeback debits. */
export function purchaseAccount(method: FactoringMethod): 'receivable' | 'factor' {
  return method === 'sale' ? 'receivable' : 'factor'
}
