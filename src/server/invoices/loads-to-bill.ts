/** The loads of an invoice, locked before the invoice itself (SPEC C169). */
import { sql } from 'kysely'
import type { Day } from '#core/calendar.ts'
import { invoiceMessages } from '#core/invoices/messages.ts'
import type { Amount } from '#core/money.ts'
import type { Database, Work } from '#server/database/open.ts'
import { badField, RequestError } from '#server/errors.ts'

export type LoadToBill = {
  id: number
  loadId: string
  brokerId: number | null
  brokerLoadNumber: string | null
  poNumber: string | null
  bolNumber: string | null
  pickupNumber: string | null
  pickupCity: string | null
  pickupState: string
  pickupZip: string | null
  pickupDate: Day
  deliveryCity: string | null
  deliveryState: string
  deliveryZip: string | null
  deliveryDate: Day | null
  pieces: number | null
  weight: Amount
  cargoType: string | null
  revenue: Amount
  billedTotal: Amount
  chargeCount: number
  deliveryStatus: string
  missingToBill: string | null
  hasTonu: boolean
}

/** Locks these loads and their charges until the transaction ends, in the order of their ids. */
export async function lockLoadsToBill(
  work: Work,
  userId: string,
  ids: readonly number[],
): Promise<LoadToBill[]> {
  return selectLoads(work, userId, ids, sql` for no key update`)
}

export async function readLoadsToBill(
  work: Database | Work,
  userId: string,
  ids: readonly number[],
): Promise<LoadToBill[]> {
  return selectLoads(work, userId, ids, sql``)
}

async function selectLoads(
  work: Database | Work,
  userId: string,
  ids: readonly number[],
  lock: ReturnType<typeof sql>,
): Promise<LoadToBill[]> {
  const { rows } = await sql<LoadToBill>`
    select id, load_id, broker_id, broker_load_number, po_number, bol_number, pickup_number, pickup_city, pickup_state,
      pickup_zip, pickup_date, delivery_city, delivery_state, delivery_zip, delivery_date, pieces, weight, cargo_type,
      revenue, billed_total, charge_count, delivery_status, missing_to_bill, has_tonu(${userId}::uuid, id) as has_tonu
    from loads where user_id = ${userId} and id = any(${ids}::bigint[]) order by id${lock}`.execute(
    work,
  )
  return rows
}

/** The ids of an invoice's loads. */
export async function readLoadIds(
  work: Database | Work,
  userId: string,
  invoiceIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select distinct load_id as id from invoice_loads
    where user_id = ${userId} and invoice_id = any(${invoiceIds}::bigint[]) order by load_id`.execute(
    work,
  )
  return rows.map(({ id }) => id)
}

/** Throws 400 for a load that the account does not have, and 409 for a load of another broker or a load that never ran. */
export function rejectLoads(
  loads: readonly LoadToBill[],
  ids: readonly number[],
  brokerId: number,
): void {
  if (loads.length < new Set(ids).size) throw badField('loadIds', 'Load was not found')
  for (const load of loads) {
    if (load.brokerId !== brokerId)
      throw new RequestError(409, invoiceMessages.otherBroker(load.loadId))
    if (load.deliveryStatus !== 'delivered' && !load.hasTonu)
      throw new RequestError(409, invoiceMessages.notDelivered(load.loadId))
  }
}

/** Throws 409 with the invoice's number if one of the loads is on a standing invoice. `except`: the draft itself. */
export async function rejectInvoicedLoads(
  work: Work,
  userId: string,
  ids: readonly number[],
  except = 0,
): Promise<void> {
  const { rows } = await sql<{ load: string; number: string | null }>`
    select load.load_id as load, invoice.number from invoice_loads as billed
      join invoices as invoice on invoice.user_id = ${userId} and invoice.id = billed.invoice_id
      join loads as load on load.user_id = ${userId} and load.id = billed.load_id
    where billed.user_id = ${userId} and billed.load_id = any(${ids}::bigint[]) and billed.standing
      and not billed.supplement and billed.invoice_id <> ${except} order by load.id limit 1`.execute(
    work,
  )
  const [found] = rows
  if (found) throw new RequestError(409, invoiceMessages.onInvoice(found.load, found.number))
}
