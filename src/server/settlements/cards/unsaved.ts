/** Settlements that are not saved yet, as they would take card purchases. */
import { weekOf, type Weekday } from '#core/calendar.ts'
import type { PlacingSettlement } from '#core/settlements/cards/place-purchase.ts'
import type { SettlementKey } from '#core/settlements/deductions/rule-history.ts'

export function toUnsaved(
  { truckId, settlementDate, payee }: SettlementKey,
  firstWeekday: Weekday,
): PlacingSettlement {
  const { from: startDate, to: endDate } = weekOf(settlementDate, firstWeekday)
  const ownerId = payee.startsWith(OWNER) ? Number(payee.slice(OWNER.length)) : null
  const ids = { id: null, truckId, payee, ownerId }
  return { ...ids, settlementDate, startDate, endDate, status: 'pending' }
}

const OWNER = 'owner:'
