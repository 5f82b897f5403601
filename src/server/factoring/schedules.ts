/** Creates, changes, submits and voids schedules of accounts (SPEC C212). */
import { sql } from 'kysely'
import type { Day } from '#core/calendar.ts'
import type { NewSchedule, VoidFactoring } from '#core/factoring/requests.ts'
import { addUp, formatMoney, toCents } from '#core/money.ts'
import { runIdempotent, type Repeatable } from '#server/database/idempotency.ts'
import type { Database, Work } from '#server/database/open.ts'
import { constraintOf, inTransaction } from '#server/database/transaction.ts'
import { NEXT_VERSION } from '#server/database/values.ts'
import { badField, notFound, RequestError, versionConflict } from '#server/errors.ts'
import { lockInvoicesAndLoads, type LockedInvoice } from '#server/invoices/lock-invoices.ts'
import { updatePaymentStatus } from '#server/invoices/payment-status.ts'
import { confirmDay } from '#server/receipts/confirm.ts'
import { readFactor } from './factor-store.ts'
import { readLimitsLeft } from './with-factor.ts'

type Row = {
  id: number
  factorId: number
  state: 'draft' | 'submitted' | 'void'
  day: Day
  version: number
}

/** Creates a draft with the given invoices. Throws 404 for the factor, 400 at the invoices, 409 for an unusual day. */
export function createSchedule(
  database: Database,
  userId: string,
  factorId: number,
  values: NewSchedule,
  request: Repeatable,
): Promise<number> {
  return runIdempotent(database, userId, request, async (work) => {
    await readFactor(work, userId, factorId)
    const invoices = await checkInvoices(work, userId, factorId, values.invoiceIds)
    const { id } = await work
      .insertInto('factorSchedules')
      .values({ userId, factorId, day: values.day })
      .returning('id')
      .executeTakeFirstOrThrow()
    await insertLines(work, userId, id, invoices)
    confirmDay('day', values.day, values.confirmed)
    return { id }
  }).then(({ id }) => id)
}

/** Changes a draft. Throws 404, 409 for a submitted schedule, 412, and 400 at the invoices. */
export function changeSchedule(
  database: Database,
  userId: string,
  id: number,
  values: NewSchedule,
  version: number | undefined,
): Promise<void> {
  return inTransaction(database, async (work) => {
    const schedule = await lockDraft(work, userId, id)
    if (version !== undefined && version !== schedule.version) throw versionConflict(schedule)
    await work
      .deleteFrom('factorScheduleLines')
      .where('userId', '=', userId)
      .where('scheduleId', '=', id)
      .execute()
    const invoices = await checkInvoices(work, userId, schedule.factorId, values.invoiceIds)
    await insertLines(work, userId, id, invoices)
    if (values.day !== schedule.day) confirmDay('day', values.day, values.confirmed)
    await work
      .updateTable('factorSchedules')
      .set({ day: values.day, ...NEXT_VERSION })
      .where('userId', '=', userId)
      .where('id', '=', id)
      .execute()
  })
}

/** Deletes a draft. Throws 404, and 409 for a submitted schedule. */
export function deleteSchedule(database: Database, userId: string, id: number): Promise<void> {
  return inTransaction(database, async (work) => {
    await lockDraft(work, userId, id)
    await work
      .deleteFrom('factorSchedules')
      .where('userId', '=', userId)
      .where('id', '=', id)
      .execute()
  })
}

/**
 * Submits a draft and gives it the factor's next number, without gaps. Throws 404, 409 if it is not a draft or if the open amount
 * of an invoice has changed since the draft was saved, and 400 at the invoices if a broker's approved limit is exceeded.
 */
export function submitSchedule(
  database: Database,
  userId: string,
  id: number,
  personId: string,
): Promise<void> {
  return inTransaction(database, async (work) => {
    const { factorId } = await lockDraft(work, userId, id)
    const ids = await readInvoiceIds(work, userId, id)
    const invoices = await checkInvoices(work, userId, factorId, ids)
    await rejectChangedFaces(work, userId, id, invoices)
    await rejectOverLimit(work, userId, invoices)
    await work
      .updateTable('factorSchedules')
      .set({
        state: 'submitted',
        number: await nextNumber(work, userId, factorId),
        submittedAt: sql<string>`now()`,
        submittedBy: personId,
        ...NEXT_VERSION,
      })
      .where('userId', '=', userId)
      .where('id', '=', id)
      .execute()
    await updatePaymentStatus(work, userId, ids)
  })
}

/** Voids a schedule that the factor did not accept. Throws 404, and 409 for a draft and after a purchase. */
export function voidSchedule(
  database: Database,
  userId: string,
  id: number,
  { on, reason, confirmed }: VoidFactoring,
): Promise<void> {
  return inTransaction(database, async (work) => {
    const { state, day } = await lockSchedule(work, userId, id)
    if (state !== 'submitted')
      throw new RequestError(409, 'Only a submitted schedule can be voided')
    if (on < day) throw badField('on', 'Must be on or after the schedule date')
    const ids = await readInvoiceIds(work, userId, id)
    await lockInvoicesAndLoads(work, userId, ids)
    await rejectBought(work, userId, ids)
    await work
      .updateTable('factorScheduleLines')
      .set({ standing: false })
      .where('userId', '=', userId)
      .where('scheduleId', '=', id)
      .execute()
    await work
      .updateTable('factorSchedules')
      .set({ state: 'void', voidedOn: on, voidReason: reason, ...NEXT_VERSION })
      .where('userId', '=', userId)
      .where('id', '=', id)
      .execute()
    await updatePaymentStatus(work, userId, ids)
    confirmDay('on', on, confirmed)
  })
}

/** Locks and returns the invoices. Throws 400 at the invoices if this factor can't buy one of them. */
async function checkInvoices(
  work: Work,
  userId: string,
  factorId: number,
  ids: readonly number[],
): Promise<LockedInvoice[]> {
  if (new Set(ids).size < ids.length) throw badField('invoiceIds', 'An invoice is listed twice')
  const invoices = await lockInvoicesAndLoads(work, userId, ids)
  for (const id of ids) {
    const invoice = invoices.find((one) => one.id === id)
    if (!invoice) throw badField('invoiceIds', 'Invoice was not found')
    const problem = findProblem(invoice, factorId)
    if (problem) throw badField('invoiceIds', `Invoice ${invoice.number ?? ''} ${problem}`)
  }
  return invoices
}

function findProblem(invoice: LockedInvoice, factorId: number): string | null {
  if (invoice.kind !== 'invoice' || invoice.state !== 'approved') return 'is not approved'
  if (invoice.factorId !== factorId) return 'is not payable to this factor'
  return toCents(invoice.openAmount) > 0n ? null : 'has nothing open'
}

async function insertLines(
  work: Work,
  userId: string,
  scheduleId: number,
  invoices: readonly LockedInvoice[],
): Promise<void> {
  try {
    await work
      .insertInto('factorScheduleLines')
      .values(
        invoices.map(({ id, openAmount }) => ({
          userId,
          scheduleId,
          invoiceId: id,
          face: openAmount,
        })),
      )
      .execute()
  } catch (error) {
    if (constraintOf(error) !== 'factor_schedule_lines_invoice_id_key') throw error
    throw badField('invoiceIds', 'One of the invoices is on another schedule')
  }
}

/** Throws 409 if a credit note or a payment has changed an open amount since the draft was saved. */
async function rejectChangedFaces(
  work: Work,
  userId: string,
  scheduleId: number,
  invoices: readonly LockedInvoice[],
): Promise<void> {
  const lines = await work
    .selectFrom('factorScheduleLines')
    .select(['invoiceId', 'face'])
    .where('userId', '=', userId)
    .where('scheduleId', '=', scheduleId)
    .execute()
  for (const { id, number, openAmount } of invoices) {
    const line = lines.find(({ invoiceId }) => invoiceId === id)
    if (line && line.face !== openAmount) {
      const now = formatMoney(toCents(openAmount))
      throw new RequestError(
        409,
        `Invoice ${number ?? ''} has ${now} open now. Save the schedule again.`,
      )
    }
  }
}

async function rejectOverLimit(
  work: Work,
  userId: string,
  invoices: readonly LockedInvoice[],
): Promise<void> {
  const brokerIds = invoices.map((invoice) => invoice.brokerId)
  for (const [brokerId, left] of await readLimitsLeft(work, userId, brokerIds)) {
    const own = invoices.filter((invoice) => invoice.brokerId === brokerId)
    const face = addUp(own.map(({ openAmount }) => openAmount))
    if (face > left) {
      const numbers = own.map(({ number }) => number).join(', ')
      const message = `The factor’s limit for this broker has ${formatMoney(left)} left: ${numbers}`
      throw badField('invoiceIds', message)
    }
  }
}

async function rejectBought(work: Work, userId: string, ids: readonly number[]): Promise<void> {
  const bought = await work
    .selectFrom('factorEntries')
    .select('id')
    .where('userId', '=', userId)
    .where('invoiceId', 'in', ids)
    .where('voided', '=', false)
    .executeTakeFirst()
  if (!bought) return
  throw new RequestError(
    409,
    'The factor has bought invoices of this schedule. Void its report first.',
  )
}

async function nextNumber(work: Work, userId: string, factorId: number): Promise<number> {
  // Locks the factor's row, so that two concurrent submissions get different numbers.
  await work
    .selectFrom('factors')
    .select('id')
    .where('userId', '=', userId)
    .where('id', '=', factorId)
    .forNoKeyUpdate()
    .execute()
  const { last } = await work
    .selectFrom('factorSchedules')
    .select(({ fn }) => fn.max('number').as('last'))
    .where('userId', '=', userId)
    .where('factorId', '=', factorId)
    .executeTakeFirstOrThrow()
  return (last ?? 0) + 1
}

async function readInvoiceIds(work: Work, userId: string, scheduleId: number) {
  const lines = await work
    .selectFrom('factorScheduleLines')
    .select('invoiceId')
    .where('userId', '=', userId)
    .where('scheduleId', '=', scheduleId)
    .orderBy('invoiceId')
    .execute()
  return lines.map(({ invoiceId }) => invoiceId)
}

async function lockDraft(work: Work, userId: string, id: number): Promise<Row> {
  const schedule = await lockSchedule(work, userId, id)
  if (schedule.state !== 'draft') throw new RequestError(409, 'This schedule is already submitted')
  return schedule
}

async function lockSchedule(work: Work, userId: string, id: number): Promise<Row> {
  const found = await work
    .selectFrom('factorSchedules')
    .select(['id', 'factorId', 'state', 'day', 'version'])
    .where('userId', '=', userId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw notFound()
  return found
}
