/** Reads, locks and writes the rows of money received. Order of locks: broker, receipt, loads, invoices (SPEC C192, C254). */
import { sql } from 'kysely'
import type { Day } from '#core/calendar.ts'
import type { BrokerDifference, Receipt, ReceiptPart, Refund } from '#core/receipts/responses.ts'
import type { Database, Work } from '#server/database/open.ts'
import { notFound, RequestError, versionConflict } from '#server/errors.ts'
import { receiptMessages } from '#core/receipts/messages.ts'

/** Locks a broker, so that requests that record its money wait for each other. False if there is no such broker. */
export async function lockBroker(work: Work, userId: string, brokerId: number): Promise<boolean> {
  const { rows } = await sql`select from brokers where user_id = ${userId} and id = ${brokerId}
    for no key update`.execute(work)
  return rows.length > 0
}

/** Throws 404 if the account has no such receipt. */
export async function readReceipt(
  database: Database | Work,
  userId: string,
  id: number,
): Promise<Receipt> {
  const found = await database
    .selectFrom('receipts')
    .selectAll()
    .where('userId', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) throw notFound()
  const { userId: _, ...receipt } = found
  return receipt
}

/** Locks the broker and the receipt. Throws 404, and 412 if the receipt has another version. */
export async function lockReceipt(
  work: Work,
  userId: string,
  id: number,
  version?: number,
): Promise<Receipt> {
  const { brokerId } = await readReceipt(work, userId, id)
  await lockBroker(work, userId, brokerId)
  await sql`select from receipts where user_id = ${userId} and id = ${id} for no key update`.execute(
    work,
  )
  const receipt = await readReceipt(work, userId, id)
  if (version !== undefined && version !== receipt.version) throw versionConflict(receipt)
  return receipt
}

/** Throws 409 if the receipt is reversed. */
export function rejectReversedReceipt(receipt: Receipt): void {
  if (receipt.reversedOn !== null) throw new RequestError(409, receiptMessages.reversed(receipt))
}

/** The parts in the order in which they were made, including ended ones. */
export function readReceiptParts(
  database: Database | Work,
  userId: string,
  receiptId: number,
): Promise<ReceiptPart[]> {
  return database
    .selectFrom('receiptParts')
    .select([
      'id',
      'receiptId',
      'invoiceId',
      'amount',
      'appliedOn',
      'wasUnapplied',
      'ended',
      'endedOn',
    ])
    .where('userId', '=', userId)
    .where('receiptId', '=', receiptId)
    .orderBy('id')
    .execute()
}

export function readRefunds(
  database: Database | Work,
  userId: string,
  receiptId: number,
): Promise<Refund[]> {
  return database
    .selectFrom('receiptRefunds')
    .select([
      'id',
      'receiptId',
      'day',
      'amount',
      'method',
      'reference',
      'reason',
      'endedOn',
      'endedReason',
    ])
    .where('userId', '=', userId)
    .where('receiptId', '=', receiptId)
    .orderBy('id')
    .execute()
}

/** `partId`: the part that it was recorded with. `chargeId`: the owner's charge of an accepted short pay. */
export type StoredDifference = Omit<BrokerDifference, 'creditNoteNumber'> & {
  partId: number | null
  chargeId: number | null
}

type DifferenceFilter = { receiptId: number } | { invoiceId: number } | { id: number }

export function readDifferences(
  database: Database | Work,
  userId: string,
  filter: DifferenceFilter,
): Promise<StoredDifference[]> {
  const [[column, value] = ['id', 0]] = Object.entries(filter)
  return database
    .selectFrom('receiptDifferences')
    .select([
      'id',
      'receiptId',
      'invoiceId',
      'kind',
      'amount',
      'reason',
      'day',
      'bears',
      'ownerAmount',
    ])
    .select(['partId', 'loadId', 'chargeId', 'creditNoteId', 'ended', 'endedOn', 'endedReason'])
    .where('userId', '=', userId)
    .where(column as 'id', '=', value)
    .orderBy('id')
    .execute()
}

/** Ends parts of a receipt. Triggers lower the applied amount of the receipt. */
export async function endReceiptParts(
  work: Work,
  userId: string,
  ids: readonly number[],
  { ended, endedOn }: { ended: 'reversed' | 'taken-off'; endedOn: Day },
): Promise<void> {
  await work
    .updateTable('receiptParts')
    .set({ ended, endedOn, version: sql<number>`version + 1`, updatedAt: sql<string>`now()` })
    .where('userId', '=', userId)
    .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .execute()
}

export type Ending = { ended: 'reversed' | 'undone' | 'settled'; endedOn: Day; endedReason: string }

export async function endDifferences(
  work: Work,
  userId: string,
  ids: readonly number[],
  ending: Ending,
): Promise<void> {
  await work
    .updateTable('receiptDifferences')
    .set({ ...ending, version: sql<number>`version + 1`, updatedAt: sql<string>`now()` })
    .where('userId', '=', userId)
    .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .execute()
}
