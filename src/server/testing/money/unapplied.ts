/** Checks that an approval uses all unapplied money, except what is held for another draft (SPEC C12). */
import { expect } from 'vitest'
import type { PaymentDetails } from '#core/payments/responses.ts'
import type { Payment } from '#core/payments/payments.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import { toCents, type Cents, type MoneyState } from './state.ts'

/** Call after an approval, if nothing else was sent at the same time. */
export async function checkUnapplied(state: MoneyState, approved: Settlement): Promise<void> {
  const { carrier, seed } = state
  const { id, payee, netPayment, paidAmount } = approved
  const isOpen = toCents(netPayment) > toCents(paidAmount)
  if (netPayment === '0.00') return
  const payments = (await carrier.client.get<Payment[]>('/api/payments')).body
  const kept = payments.filter((one) => one.payee === payee && one.unapplied !== '0.00')
  if (kept.length === 0) return
  const settlements = await state.readAll()
  for (const { id: payoutId } of kept) {
    const payment = (await carrier.client.get<PaymentDetails>(`/api/payments/${payoutId}`)).body
    const held = sumHeld(payment, settlements)
    const unapplied = toCents(payment.unapplied)
    const isUsed = payment.parts.some(
      ({ billingId, ended, wasUnapplied }) => billingId === id && ended === null && wasUnapplied,
    )
    const found = { seed, id, payoutId, held, unapplied }
    if (isOpen) expect({ ...found, isFree: unapplied > held }).toMatchObject({ isFree: false })
    if (isUsed) expect({ ...found, isTaken: unapplied < held }).toMatchObject({ isTaken: false })
  }
}

/** For each draft, what the payment covered of the last void statement of the same truck, date and payee. */
function sumHeld({ parts, payee }: PaymentDetails, settlements: Settlement[]): Cents {
  let sum = 0n
  for (const draft of settlements) {
    if (draft.status !== 'pending' || draft.payee !== payee) continue
    const replaced = settlements
      .filter(({ status, payee: paid }) => status === 'void' && paid === payee)
      .filter(({ truckId }) => truckId === draft.truckId)
      .filter(({ settlementDate }) => settlementDate === draft.settlementDate)
      .map(({ id }) => id)
    const kept = parts.filter((part) => part.ended === 'kept' && replaced.includes(part.billingId))
    const last = Math.max(...kept.map(({ billingId }) => billingId))
    for (const { billingId, amount } of kept) if (billingId === last) sum += toCents(amount)
  }
  return sum
}
