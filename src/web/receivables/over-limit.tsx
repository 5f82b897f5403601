import { formatMoney, toCents, type Amount } from '#core/money.ts'
import type { Credit } from '#core/receivables/broker-account.ts'

/** Warns that open invoices, delivered loads and current loads are above the broker's limit. Nothing is rejected (SPEC C206). */
export function OverLimit({ credit }: { credit: Credit }) {
  const { limit, open, delivered, notDelivered, used } = credit
  if (limit === null) return null
  const money = (amount: Amount) => formatMoney(toCents(amount))
  return (
    <p
      role="status"
      className="rounded-lg border border-waiting bg-waiting-soft p-3 text-sm wrap-anywhere text-waiting"
    >
      Over the credit limit of {money(limit)} by {formatMoney(toCents(used) - toCents(limit))}:{' '}
      {money(open)} invoiced, {money(delivered)} delivered and not billed, {money(notDelivered)} not
      delivered yet.
    </p>
  )
}
