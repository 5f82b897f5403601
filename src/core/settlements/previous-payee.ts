/** Carry-forwards and balances that are still open with a payee the truck no longer pays (SPEC C10). */
import type { Day } from '#core/calendar.ts'
import { newRecordSchema } from '#core/entities/entity.ts'
import { reference } from '#core/fields/fields.ts'
import { text } from '#core/fields/text.ts'
import { formatMoney, toCents, type Amount } from '#core/money.ts'
import type { LoadDelta } from './adjustments/drift.ts'
import { balanceLabel, type Balance } from './balances.ts'

type PayeeKind = 'owner' | 'driver' | 'truck'

/**
 * Number and payee of the truck's last frozen statement before a date, if it paid another payee. `now`: the kind of the
 * payee since then; "truck": none.
 */
export type PreviousPayee = { number: number; payee: string; now: PayeeKind }

/** The payee of a draft that does not pay the truck's current owner or driver, and that owner or driver. */
export type ChangedPayee = { payee: string; owner: string | null; driver: string | null }

/** A negative net that is not on a later settlement yet. */
export type OpenCarryForward = {
  billingId: number
  number: number
  truckId: number
  settlementDate: Day
  /** The payee of the statement. */
  payee: string
  /** The truck's current payee. */
  otherPayee: string
  /** The amount that the payee owes: positive. */
  amount: Amount
}

/** An open advance, loan or escrow of a previous payee. */
export type PreviousPayeeBalance = Balance & { truckId: number; payee: string }

export type PreviousPayeeItems = { carries: OpenCarryForward[]; balances: PreviousPayeeBalance[] }

/**
 * An amount that is no longer collected or paid: a carry-forward (no load, only an amount), or the change of a load with
 * all figures that deductions would follow.
 */
export type WriteOff = {
  id: number
  billingId: number
  loadId: number | null
  reason: string
  /** How much the payee's net would have changed; null for a carry-forward. */
  net: Amount | null
} & LoadDelta

export const writeOffFields = {
  loadId: reference('Load', 'loads', 'None'),
  reason: text('Reason'),
}

export const transferFields = { reason: text('Reason') }

export const writeOffSchema = newRecordSchema(writeOffFields)

/** "New owner since statement 37 (was Ann)". */
export function describePreviousPayee({ number, payee, now }: PreviousPayee): string {
  return `${NEW_PAYEE[now]} since statement ${number} (was ${payee})`
}

const NEW_PAYEE: Record<PayeeKind, string> = {
  owner: 'New owner',
  driver: 'Paid to a new driver',
  truck: 'No payee',
}

/** "Pays Ann, but the truck now belongs to Bob", "Pays Dan, but the truck's driver is now Eve". */
export function describeChangedPayee({ payee, owner, driver }: ChangedPayee): string {
  return owner === null
    ? `Pays ${payee}, but the truck's driver is now ${driver}`
    : `Pays ${payee}, but the truck now belongs to ${owner}`
}

/** "$250.55 carried forward from statement 37 is still owed by Ann". */
export function describeOpenCarryForward({ amount, number, payee }: OpenCarryForward): string {
  const open = formatMoney(toCents(amount))
  return `${open} carried forward from statement ${number} is still owed by ${payee}`
}

/** "Cash advance: $800.00 owed by Ann", "Escrow: $600.00 held for Ann". */
export function describePreviousPayeeBalance(balance: PreviousPayeeBalance): string {
  const amount = formatMoney(toCents(balance.closing))
  if (balance.balance === 'deferred')
    return `${balance.description}: ${amount} not deducted yet from ${balance.payee}`
  const preposition = balance.balance === 'escrow' ? 'for' : 'by'
  const state = balanceLabel(balance).toLowerCase()
  return `${balance.description}: ${amount} ${state} ${preposition} ${balance.payee}`
}
