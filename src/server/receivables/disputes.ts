/** Disputed amounts of invoices (SPEC C204). */
import { sql } from 'kysely'
import {
  disputeMessages,
  type ClosedDispute,
  type Dispute,
  type NewDispute,
  type SentDispute,
} from '#core/receivables/disputes.ts'
import { toCents, type Amount } from '#core/money.ts'
import { runIdempotent, type Repeatable } from '#server/database/idempotency.ts'
import type { Database, Work } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { NEXT_VERSION } from '#server/database/values.ts'
import { badField, notFound, RequestError, versionConflict } from '#server/errors.ts'
import { confirmDay } from '#server/receipts/confirm.ts'
import { checkInvoice } from './check-invoice.ts'

/** Reads the disputes of a broker or an invoice: open disputes first, then the latest. */
export async function readDisputes(
  work: Database | Work,
  userId: string,
  { brokerId, invoiceId, openOnly = false }: DisputeFilter,
): Promise<Dispute[]> {
  const { rows } = await sql<Dispute>`${selectDisputes(userId)}
    ${invoiceId === undefined ? sql`` : sql`and disputes.invoice_id = ${invoiceId}`}
    ${brokerId === undefined ? sql`` : sql`and invoices.broker_id = ${brokerId}`}
    ${openOnly ? sql`and closed_on is null` : sql``}
    order by closed_on desc nulls first, opened_on desc, disputes.id desc limit 500`.execute(work)
  return rows
}

type DisputeFilter = { brokerId?: number; invoiceId?: number; openOnly?: boolean }

/** Throws 404, 409 for an invoice without an open amount or an unusual day, and 400 at the field. */
export function addDispute(
  database: Database,
  userId: string,
  invoiceId: number,
  { confirmed, ...values }: SentDispute,
  request: Repeatable,
): Promise<Dispute> {
  return runIdempotent(database, userId, request, async (work) => {
    const dispute = await openDispute(work, userId, invoiceId, values)
    confirmDay('openedOn', values.openedOn, confirmed)
    return dispute
  })
}

/** Opens a dispute, also for a short pay: `differenceId` is the difference behind the dispute. Lock the invoice first. */
export async function openDispute(
  work: Work,
  userId: string,
  invoiceId: number,
  values: NewDispute,
  differenceId: number | null = null,
): Promise<Dispute> {
  await checkDisputable(work, userId, invoiceId, values)
  const { id } = await work
    .insertInto('disputes')
    .values({ ...values, userId, invoiceId, differenceId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return readDispute(work, userId, id)
}

/** Changes an open dispute. `version`: the version that the user saw. Throws 404, 409, 412 and 400. */
export function changeDispute(
  database: Database,
  userId: string,
  id: number,
  { confirmed, ...values }: SentDispute,
  version: number | undefined,
): Promise<Dispute> {
  return inTransaction(database, async (work) => {
    const { invoiceId, openedOn } = await lockDispute(work, userId, id, version)
    await checkDisputable(work, userId, invoiceId, values, id)
    if (values.openedOn !== openedOn) confirmDay('openedOn', values.openedOn, confirmed)
    return updateDispute(work, userId, id, values)
  })
}

/** Throws 404, 409 if it is closed or the day is unusual, 412, and 400 at `closedOn`. */
export function closeDispute(
  database: Database,
  userId: string,
  id: number,
  { closedOn, outcome, confirmed }: ClosedDispute,
  version: number | undefined,
): Promise<Dispute> {
  return inTransaction(database, async (work) => {
    const { openedOn } = await lockDispute(work, userId, id, version)
    if (closedOn < openedOn) throw badField('closedOn', disputeMessages.early)
    confirmDay('closedOn', closedOn, confirmed)
    return updateDispute(work, userId, id, { closedOn, outcome })
  })
}

async function lockDispute(work: Work, userId: string, id: number, version: number | undefined) {
  await work
    .selectFrom('disputes')
    .select('id')
    .where('userId', '=', userId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  const dispute = await readDispute(work, userId, id)
  if (version !== undefined && version !== dispute.version) throw versionConflict(dispute)
  if (dispute.closedOn !== null) throw new RequestError(409, disputeMessages.closed)
  return dispute
}

async function updateDispute(
  work: Work,
  userId: string,
  id: number,
  values: NewDispute | Omit<ClosedDispute, 'confirmed'>,
): Promise<Dispute> {
  await work
    .updateTable('disputes')
    .set({ ...values, ...NEXT_VERSION })
    .where('userId', '=', userId)
    .where('id', '=', id)
    .execute()
  return readDispute(work, userId, id)
}

/** Throws if the amount is more than the open amount less other open disputes. `except`: the dispute that is changed. */
async function checkDisputable(
  work: Work,
  userId: string,
  invoiceId: number,
  { amount, openedOn }: NewDispute,
  except?: number,
): Promise<void> {
  const { openAmount, invoiceDate } = await checkInvoice(work, userId, invoiceId)
  if (invoiceDate === null || toCents(openAmount) === 0n)
    throw new RequestError(409, disputeMessages.notOpen)
  if (openedOn < invoiceDate) throw badField('openedOn', disputeMessages.beforeInvoice)
  const disputed = await readDisputedAmounts(work, userId, [invoiceId], except)
  const other = toCents(disputed.get(invoiceId) ?? '0.00')
  if (toCents(amount) > toCents(openAmount) - other)
    throw badField('amount', disputeMessages.tooMuch)
}

/** The sum of open disputes by invoice. `except`: a dispute that does not count. */
export async function readDisputedAmounts(
  work: Database | Work,
  userId: string,
  invoiceIds: readonly number[],
  except?: number,
): Promise<Map<number, Amount>> {
  if (!invoiceIds.length) return new Map()
  const { rows } = await sql<{ invoiceId: number; amount: Amount }>`
    select invoice_id, sum(amount) as amount from disputes
    where user_id = ${userId} and invoice_id = any(${[...invoiceIds]}::bigint[]) and closed_on is null
      and id is distinct from ${except ?? null}::bigint
    group by invoice_id`.execute(work)
  return new Map(rows.map(({ invoiceId, amount }) => [invoiceId, amount]))
}

async function readDispute(work: Work, userId: string, id: number): Promise<Dispute> {
  const { rows } = await sql<Dispute>`
    ${selectDisputes(userId)} and disputes.id = ${id}`.execute(work)
  const [dispute] = rows
  if (!dispute) throw notFound()
  return dispute
}

function selectDisputes(userId: string) {
  return sql`
    select disputes.id, invoice_id, invoices.number as invoice_number, invoices.broker_id, reason, amount, opened_on,
      disputes.note, next_step, next_on, closed_on, outcome, disputes.version
    from disputes join invoices on invoices.user_id = ${userId} and invoices.id = invoice_id
    where disputes.user_id = ${userId}`
}
