/** Reads schedules, and the invoices that a factor could buy (SPEC C212). */
import { sql } from 'kysely'
import { addDays, type Day } from '#core/calendar.ts'
import { deriveFactoredState, FACTORED_BOUGHT, sumFactored } from '#core/factoring/entries.ts'
import type {
  Factor,
  FactoredInvoice,
  FactoredInvoices,
  ReadyInvoice,
  FactorSchedule,
  ScheduleDetails,
} from '#core/factoring/responses.ts'
import { addUp, formatMoney, toAmount, toCents, type Amount } from '#core/money.ts'
import type { Database, Work } from '#server/database/open.ts'
import { notFound } from '#server/errors.ts'
import { readInvoiceFacts, type InvoiceFacts } from '#server/invoices/read-invoices.ts'
import { readToForward } from './broker-money.ts'
import { readFactor } from './factor-store.ts'
import { readLimitsLeft, readInvoiceEntries } from './with-factor.ts'
import { selectStandingLines } from './submitted-faces.ts'

const COLUMNS = [
  ...(['id', 'factorId', 'number', 'day', 'state', 'face', 'submittedAt', 'voidedOn'] as const),
  ...(['voidReason', 'version'] as const),
] as const

/** Reads the schedules, latest first. */
export async function readSchedules(
  work: Database | Work,
  userId: string,
  factorId: number,
): Promise<FactorSchedule[]> {
  await readFactor(work, userId, factorId)
  return selectSchedules(work, userId)
    .where('factorId', '=', factorId)
    .orderBy('id', 'desc')
    .limit(500)
    .execute()
}

/** Throws 404 if the account has no such schedule. */
export async function readSchedule(
  work: Database | Work,
  userId: string,
  id: number,
): Promise<ScheduleDetails> {
  const schedule = await selectSchedules(work, userId).where('id', '=', id).executeTakeFirst()
  if (!schedule) throw notFound()
  const factor = await readFactor(work, userId, schedule.factorId)
  const lines = await readScheduleLines(work, userId, id)
  const described = await describeFactored(work, userId, factor, lines)
  const isSubmitted = schedule.state === 'submitted'
  const invoices = described.map((invoice) => ({
    ...invoice,
    state: isSubmitted ? invoice.state : null,
  }))
  return { ...schedule, factorName: factor.name, invoices }
}

/** The recourse day; null if the invoice was not bought or has no recourse. */
export function findRecourseDay(
  boughtOn: Day | undefined,
  recourseDays: number | null,
): Day | null {
  return boughtOn === undefined || recourseDays === null ? null : addDays(boughtOn, recourseDays)
}

/** Approved invoices that print this factor's address, are open and are not on a standing schedule. Throws 404. */
export async function readReadyInvoices(
  database: Database,
  userId: string,
  factorId: number,
): Promise<{ invoices: ReadyInvoice[]; total: Amount }> {
  await readFactor(database, userId, factorId)
  const open = await readInvoiceFacts(database, userId, { factorId, openOnly: true })
  const scheduled = await readScheduled(
    database,
    userId,
    open.map(({ id }) => id),
  )
  const ready = open.filter(({ id }) => !scheduled.has(id))
  const limits = await readLimitsLeft(
    database,
    userId,
    ready.map(({ brokerId }) => brokerId),
  )
  const invoices = ready.map((invoice) => {
    const left = limits.get(invoice.brokerId) ?? null
    const over = left !== null && toCents(invoice.openAmount) > left
    return {
      ...describeInvoice(invoice),
      face: invoice.openAmount,
      limitLeft: left === null ? null : toAmount(left),
      problem: over ? `The broker’s limit has ${formatMoney(left)} left` : null,
    }
  })
  return { invoices, total: toAmount(addUp(invoices.map(({ face }) => face))) }
}

/** Invoices on submitted schedules, without those that are closed. Oldest first. Throws 404. */
export async function readFactoredInvoices(
  database: Database,
  userId: string,
  factorId: number,
): Promise<FactoredInvoices> {
  const factor = await readFactor(database, userId, factorId)
  const lines = await selectStandingLines(database, userId)
    .select(['line.invoiceId', 'line.face'])
    .where('schedule.state', '=', 'submitted')
    .where('schedule.factorId', '=', factorId)
    .where('line.closed', '=', false)
    .execute()
  const described = await describeFactored(database, userId, factor, lines)
  return { invoices: described.filter(({ state }) => state !== 'closed') }
}

type Line = { invoiceId: number; face: Amount }

async function describeFactored(
  work: Database | Work,
  userId: string,
  factor: Factor,
  lines: readonly Line[],
): Promise<FactoredInvoice[]> {
  const ids = lines.map(({ invoiceId }) => invoiceId)
  const facts = ids.length ? await readInvoiceFacts(work, userId, { ids }) : []
  const entries = await readInvoiceEntries(work, userId, ids)
  const toForward = await readToForward(work, userId, ids)
  return facts.map((invoice) => {
    const face = lines.find(({ invoiceId }) => invoiceId === invoice.id)?.face ?? '0.00'
    const own = entries.get(invoice.id)
    const books = sumFactored(own ?? [])
    const bought = own?.find(({ kind }) => FACTORED_BOUGHT.includes(kind))?.day
    return {
      ...describeInvoice(invoice),
      face,
      books,
      state: deriveFactoredState(face, books),
      recourseOn: findRecourseDay(bought, factor.recourseDays),
      toForward: toAmount(toForward.get(invoice.id) ?? 0n),
    }
  })
}

async function readScheduled(
  database: Database,
  userId: string,
  invoiceIds: readonly number[],
): Promise<Set<number>> {
  if (!invoiceIds.length) return new Set()
  const lines = await selectStandingLines(database, userId)
    .select('line.invoiceId')
    .where('line.invoiceId', 'in', invoiceIds)
    .execute()
  return new Set(lines.map(({ invoiceId }) => invoiceId))
}

function describeInvoice(invoice: InvoiceFacts) {
  const { id, number, brokerId, brokerName, invoiceDate, openAmount, loadNumbers } = invoice
  return {
    id,
    brokerId,
    brokerName,
    openAmount,
    number: number ?? '',
    invoiceDate: invoiceDate ?? '',
    loads: loadNumbers.join(', '),
  }
}

function readScheduleLines(work: Database | Work, userId: string, scheduleId: number) {
  return work
    .selectFrom('factorScheduleLines')
    .select(['invoiceId', 'face'])
    .where('userId', '=', userId)
    .where('scheduleId', '=', scheduleId)
    .orderBy('invoiceId')
    .execute()
}

function selectSchedules(work: Database | Work, userId: string) {
  return work
    .selectFrom('factorSchedules')
    .select(COLUMNS)
    .select(
      sql<number>`(select count(*) from factor_schedule_lines as line
        where line.user_id = ${userId} and line.schedule_id = factor_schedules.id)`.as('count'),
    )
    .where('userId', '=', userId)
}
