import { newKey } from '#web/api/request-key.ts'

/** The keys of payments that are not known to be posted, by their values. */
export type PaymentKeys = Map<string, string>

/**
 * A payment that is sent again with the same values has the same key, so it is posted once (SPEC B23). After success the
 * key is forgotten, so an equal payment after that is a new payment.
 */
export async function postOnce<Payment>(
  keys: PaymentKeys,
  payment: Payment,
  post: (payment: Payment, key: string) => Promise<unknown>,
): Promise<void> {
  const values = JSON.stringify(payment)
  const key = keys.get(values) ?? newKey()
  keys.set(values, key)
  await post(payment, key)
  keys.delete(values)
}
