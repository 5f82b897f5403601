/** What waits with the payee of a statement because the truck pays somebody else by now (SPEC C10). */
import type { Day } from '#core/calendar.ts'
import { newRecordSchema } from '#core/entities/entity.ts'
import { reference } from '#core/fields/fields.ts'
import { text } from '#core/fields/text.ts'
import { formatMoney, toCents, type Amount } from '#core/money.ts'
import { balanceLabel, type Balance } from './balances.ts'

/** A truck's last frozen statement before a date, where that one paid somebody else. */
export type PreviousPayee = { number: number; payee: string }

/** A pending settlement that does not pay the truck's owner of today: it was saved before, or somebody chose so. */
export type ChangedOwner = { payee: string; owner: string }

/** What a statement carried out, and no later one of the same payee took in. */
export type OpenCarryForward = {
  billingId: number
  number: number
  truckId: number
  settlementDate: Day
  /** Whom the statement paid, and whom the truck pays today. */
  payee: string
  otherPayee: string
  /** What is owed, above zero. */
  amount: Amount
}

/** An advance, a loan or escrow that is open with an owner whom the truck no longer pays. */
export type PreviousOwnerBalance = Balance & { truckId: number; payee: string }

/** All that is left with former owners. */
export type PreviousOwnerItems = { carries: OpenCarryForward[]; balances: PreviousOwnerBalance[] }

/** What is not asked for, or not paid out, any more: a carry (no load), or what a load changed by. */
export type WriteOff = {
  id: number
  billingId: number
  loadId: number | null
  amount: Amount
  reason: string
}

export const writeOffFields = {
  loadId: reference('Load', 'loads', 'None'),
  reason: text('Reason'),
}

export const writeOffSchema = newRecordSchema(writeOffFields)

/** "Owner changed since statement 37 (Ann)". */
export function describePreviousPayee({ number, payee }: PreviousPayee): string {
  return `Owner changed since statement ${number} (${payee})`
}

/** "Pays Ann, the truck is Bob's now". */
export function describeChangedOwner({ payee, owner }: ChangedOwner): string {
  return `Pays ${payee}, the truck is ${owner}'s now`
}

/** "$250.55 of statement 37 waits with Ann". */
export function describeOpenCarryForward({ amount, number, payee }: OpenCarryForward): string {
  return `${formatMoney(toCents(amount))} of statement ${number} waits with ${payee}`
}

/** "Cash advance: $800.00 owed by Ann", "Escrow: $600.00 held for Ann". */
export function describePreviousOwnerBalance(balance: PreviousOwnerBalance): string {
  const amount = formatMoney(toCents(balance.closing))
  const whose = `${balance.balance === 'escrow' ? 'for' : 'by'} ${balance.payee}`
  return `${balance.description}: ${amount} ${balanceLabel(balance).toLowerCase()} ${whose}`
}
