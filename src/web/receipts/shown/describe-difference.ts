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

/** What ends with the credit note of an accepted short pay (SPEC C330). */
export function describeEndedShortPay({ reason, ownerAmount }: BrokerDifference): string {
  const end = `The accepted short pay${reason ? ` (${reason})` : ''} ends with this credit note.`
  const share = toCents(ownerAmount)
  if (share === 0n) return end
  return `${end} The owner’s charge of ${formatMoney(-share)} is removed from the load. If a settlement already deducted it, the next one can pay it back.`
}
