/** The charges of a load before a change, kept so that the change can be undone (SPEC C148). */
import { toCents, type Amount } from '#core/money.ts'
import type { Charge, StoredCharge } from './charges.ts'

export type ChargesBefore = {
  charges: StoredCharge[]
  /** The revenue of the load. It was typed if the load had no charges. */
  revenue: Amount
  /** The version of the load. */
  version: number
  /** Set if the change set amounts: members who do not see amounts can't undo it. */
  amounts?: true
}

const AMOUNTS = [
  ...(['quantity', 'rate', 'amount', 'ownerShare', 'ownerPercent', 'ownerAmount'] as const),
  'billToBroker',
] as const satisfies (keyof StoredCharge)[]

export function describeBefore(
  before: Omit<ChargesBefore, 'amounts'>,
  after: StoredCharge[],
): ChargesBefore {
  const changesAmounts = isTyped(before, after) ? false : differInAmounts(before.charges, after)
  return changesAmounts ? { ...before, amounts: true } : before
}

export function hasAmount({ amount, ownerAmount }: Charge): boolean {
  return toCents(amount) !== 0n || toCents(ownerAmount) !== 0n
}

/** Whether the typed revenue became one charge, and the other charges have no amount. */
function isTyped({ charges, revenue }: Omit<ChargesBefore, 'amounts'>, after: StoredCharge[]) {
  const [haul, other] = after.filter(hasAmount)
  return !charges.length && !other && toCents(haul?.ownerAmount ?? revenue) === toCents(revenue)
}

function differInAmounts(before: StoredCharge[], after: StoredCharge[]): boolean {
  const [oldCharges, newCharges] = [byId(before), byId(after)]
  return [...new Set([...oldCharges.keys(), ...newCharges.keys()])].some((id) => {
    const [old, current] = [oldCharges.get(id), newCharges.get(id)]
    if (old && current) return AMOUNTS.some((name) => old[name] !== current[name])
    return [old, current].some((charge) => charge && hasAmount(charge))
  })
}

function byId(charges: StoredCharge[]): Map<number, StoredCharge> {
  return new Map(charges.map((charge) => [charge.id, charge]))
}
