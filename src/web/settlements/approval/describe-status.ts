import { formatDay } from '#core/calendar.ts'
import { formatMoney, toCents } from '#core/money.ts'
import { paymentFields, type ApprovalState } from '#core/settlements/approval.ts'
import type { Settlement } from '#core/settlements/settlement.ts'

type Status = Pick<ApprovalState, 'status' | 'paidOn' | 'paymentMethod' | 'paymentReference'> &
  Pick<Settlement, 'netPayment' | 'paidAmount'>

/** "$895.00 due. Locked." */
export function describeStatus(settlement: Status): string {
  const net = formatMoney(toCents(settlement.netPayment))
  switch (settlement.status) {
    case 'pending':
      return 'Approving assigns a statement number and locks the amounts.'
    case 'approved':
      return `${describeDue(settlement)} due. Locked.`
    case 'paid':
      if (settlement.paymentMethod === null) return 'Nothing to pay. Locked.'
      return `Paid ${net} ${describePayment(settlement)}. Locked.`
    case 'void':
      return 'Void. Not included in any totals.'
  }
}

/** "$600.00 of $1,000.00" after a partial payment. */
function describeDue({ netPayment, paidAmount }: Status): string {
  const [net, paid] = [toCents(netPayment), toCents(paidAmount)]
  return paid === 0n ? formatMoney(net) : `${formatMoney(net - paid)} of ${formatMoney(net)}`
}

/** "on 11/21/2026 (Check 1001)". */
function describePayment({ paidOn, paymentMethod, paymentReference }: Status): string {
  const { options } = paymentFields.paymentMethod
  const method = options?.find(({ value }) => value === paymentMethod)?.label
  const details = [method, paymentReference].filter(Boolean).join(' ')
  return `on ${paidOn ? formatDay(paidOn) : 'an unknown date'} (${details})`
}
