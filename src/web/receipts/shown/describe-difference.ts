import { formatDay } from '#core/calendar.ts'
import { formatMoney, toCents } from '#core/money.ts'
import { BEARERS, nameDifference } from '#core/receipts/kinds.ts'
import type { BrokerDifference } from '#core/receipts/responses.ts'

/** "Short Pay, Accepted (Detention refused), absorbed by both, owner $60.00". */
export function describeDifference(one: BrokerDifference): string {
  const { kind, reason, bears, ownerAmount, endedOn, endedReason, ended } = one
  const bearer = BEARERS.find(({ value }) => value === bears)?.label.toLowerCase()
  const share = bears === 'both' ? `, owner ${formatMoney(toCents(ownerAmount))}` : ''
  const end = endedOn
    ? `, ${ended} on ${formatDay(endedOn)}${endedReason ? `: ${endedReason}` : ''}`
    : ''
  return `${nameDifference(kind)}${reason ? ` (${reason})` : ''}${bearer ? `, absorbed by ${bearer}${share}` : ''}${end}`
}
