/** The charges of a new load as its confirmation lists them (SPEC C124). */
import type { Reading } from '#core/confirmations/reading.ts'
import { newRow, type TypedCharge } from '#web/charges/charge-text.ts'

/**
 * Undefined without a clear total, or with a single charge, which is the revenue. The broker has approved every charge on its
 * confirmation.
 */
export function startCharges({
  charges,
  fields,
}: Pick<Reading, 'charges' | 'fields'>): TypedCharge[] | undefined {
  if (!fields.total || charges.length < 2) return undefined
  return charges.map(({ kind, description, quantity, rate, read }, index) => {
    const { key, text } = newRow(`read-${index + 1}`, kind, read.value)
    const isAsked = text.approval === 'asked'
    return {
      key,
      text: {
        ...text,
        description: kind === 'other' ? description : '',
        quantity: quantity ?? '',
        rate: rate ?? '',
        ...(isAsked ? { approval: 'approved', approvedBy: 'Rate confirmation' } : {}),
      },
    }
  })
}
