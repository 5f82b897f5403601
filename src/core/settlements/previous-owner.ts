/** What waits with the payee of a statement because the truck pays somebody else by now (SPEC C10). */
import type { Day } from '#core/calendar.ts'
import { newRecordSchema } from '#core/entities/entity.ts'
import { reference } from '#core/fields/fields.ts'
import { text } from '#core/fields/text.ts'
import { formatMoney, toCents, type Amount } from '#core/money.ts'
import { balanceWord, type Balance } from './balances.ts'

/** A truck's last frozen statement before a date, where that one paid somebody else. */
export type FormerPayee = { number: number; payee: string }

/** A pending settlement that does not pay the truck's owner of today: it was saved before, or somebody chose so. */
export type OtherOwner = { payee: string; owner: string }

/** What a statement carried out, and no later one of the same payee took in. */
export type WaitingCarry = {
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
export type FormerBalance = Balance & { truckId: number; payee: string }

/** All that is left with former owners. */
export type Waiting = { carries: WaitingCarry[]; balances: FormerBalance[] }

/** What is not asked for, or not paid out, any more: a carry (no load), or what a load changed by. */
export type Release = {
  id: number
  billingId: number
  loadId: number | null
  amount: Amount
  reason: string
}

export const releaseFields = {
  loadId: reference('Load', 'loads', 'None'),
  reason: text('Reason'),
}

export const releaseSchema = newRecordSchema(releaseFields)

/** "Owner changed since statement 37 (Ann)". */
export function formerPayeeWords({ number, payee }: FormerPayee): string {
  return `Owner changed since statement ${number} (${payee})`
}

/** "Pays Ann, the truck is Bob's now". */
export function otherOwnerWords({ payee, owner }: OtherOwner): string {
  return `Pays ${payee}, the truck is ${owner}'s now`
}

/** "$250.55 of statement 37 waits with Ann". */
export function waitingWords({ amount, number, payee }: WaitingCarry): string {
  return `${formatMoney(toCents(amount))} of statement ${number} waits with ${payee}`
}

/** "Cash advance: $800.00 owed by Ann", "Escrow: $600.00 held for Ann". */
export function formerBalanceWords(balance: FormerBalance): string {
  const amount = formatMoney(toCents(balance.closing))
  const whose = `${balance.balance === 'escrow' ? 'for' : 'by'} ${balance.payee}`
  return `${balance.description}: ${amount} ${balanceWord(balance).toLowerCase()} ${whose}`
}
