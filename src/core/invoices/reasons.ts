/** Why a load is not ready to bill, in plain words (SPEC C173). */
import { nameCharge } from '#core/charges/kinds.ts'
import type { ConfirmationState } from '#core/confirmations/confirmation-state.ts'
import { toCents, type Amount } from '#core/money.ts'
import { listPapers } from '#core/required-papers/required-papers.ts'

/** `asked`: kinds of charges that the broker has not approved yet: "detention,layover". */
export type BillingFacts = {
  brokerName: string | null
  hasAddress: boolean
  amount: Amount
  asked: string | null
  missing: string | null
  confirmation: ConfirmationState
}

/** Empty if the load is ready. */
export function listReasons(facts: BillingFacts): string[] {
  const { brokerName, hasAddress, amount, asked, missing, confirmation } = facts
  return [
    ...(brokerName === null ? ['No broker'] : []),
    ...(brokerName !== null && !hasAddress ? [`${brokerName} has no address or email`] : []),
    ...(toCents(amount) <= 0n ? ['No rate'] : []),
    ...(missing ? [`No ${listPapers(missing).join(', no ')}`] : []),
    ...(asked ? [`${nameCharges(asked)} not approved by the broker`] : []),
    ...(confirmation === 'differs' ? ['The rate confirmation has a different total'] : []),
  ]
}

/** "detention,layover" → "Detention, Layover". */
function nameCharges(kinds: string): string {
  return kinds.split(',').map(nameCharge).join(', ')
}
