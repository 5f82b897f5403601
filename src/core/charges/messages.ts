/** Messages about charges. */
import { MAX_CHARGES, type Charge } from './charges.ts'
import { formatMoney, toCents, type Amount } from '#core/money.ts'

export const chargeMessages = {
  failed: 'Failed to save the charges',
  many: `A load has at most ${MAX_CHARGES} charges`,
  notLoaded: 'The charges of the copied load are still loading. Save again when they are shown.',
  twice: 'This charge is in the list twice',
  both: 'Enter both a quantity and a rate, or neither',
  amountRequired: 'Amount is required',
  amountRange: 'Amount must be from -99,999,999.99 to 99,999,999.99',
  percentRequired: 'Owner percent is required',
  ownerAmountRequired: 'Owner amount is required',
  left: 'Departed must not be before arrived',
  sum: 'The charges that pay the owner must add up to 0.00 to 99,999,999.99',
  noDocument: 'Document was not found among the load’s documents',
  documentGone: 'The document of a charge was deleted',
  loadInTrash:
    'The load whose owner absorbed the short pay is in the trash. Restore the load first.',
  hiddenAmount: "Your role can't remove a charge with an amount",
}

/** The message for a revenue that is not the sum of the load's charges (SPEC C102). */
export function comesFromCharges(revenue: Amount): string {
  return `Comes from the charges: ${formatMoney(toCents(revenue))}`
}

/** What a refused charge still pays or bills, because approval changes no amount (SPEC C100, C151). Null: nothing. */
export function describeRefused(
  charge: Pick<Charge, 'approval' | 'amount' | 'ownerAmount' | 'billToBroker'>,
): string | null {
  if (charge.approval !== 'refused') return null
  const pays = toCents(charge.ownerAmount) > 0n
  const bills = charge.billToBroker && toCents(charge.amount) > 0n
  if (pays) return bills ? 'Still pays the owner and is billed' : 'Still pays the owner'
  return bills ? 'Still billed to the broker' : null
}
