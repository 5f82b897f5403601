/** A schedule as a file, with the columns that are set for its factor (SPEC C217). */
import { buildScheduleReport, type ScheduledInvoice } from '#core/factoring/schedule-file.ts'
import type { Report } from '#core/transfer/report.ts'
import type { Factor, ScheduleDetails } from '#core/factoring/responses.ts'
import type { Database } from '#server/database/open.ts'
import { readInvoiceFacts, type InvoiceFacts } from '#server/invoices/read-invoices.ts'
import { readFactor } from './factor-store.ts'
import { readSchedule } from './read-schedules.ts'

/** Throws 404. A draft has no number yet. */
export async function buildScheduleFile(
  database: Database,
  userId: string,
  id: number,
): Promise<Report> {
  const schedule = await readSchedule(database, userId, id)
  const factor = await readFactor(database, userId, schedule.factorId)
  const ids = schedule.invoices.map((invoice) => invoice.id)
  const facts = ids.length ? await readInvoiceFacts(database, userId, { ids }) : []
  const brokers = await readBrokers(database, userId, facts)
  const loads = await readLoads(database, userId, facts)
  const rows = facts.map((invoice) => toRow({ schedule, factor, invoice, brokers, loads }))
  return {
    file: `schedule-${schedule.number ?? 'draft'}-${schedule.day}`,
    ...buildScheduleReport(factor.file, rows),
  }
}

type Broker = { id: number; mcNumber: string | null; dotNumber: string | null }
type Load = {
  id: number
  loadId: string
  brokerLoadNumber: string | null
  poNumber: string | null
}
type Sources = {
  schedule: ScheduleDetails
  factor: Factor
  invoice: InvoiceFacts
  brokers: readonly Broker[]
  loads: readonly Load[]
}

function toRow({ schedule, factor, invoice, brokers, loads }: Sources): ScheduledInvoice {
  const broker = brokers.find(({ id }) => id === invoice.brokerId)
  const own = loads.filter(({ id }) => invoice.loadIds.includes(id))
  const list = (numbers: (string | null)[]) => numbers.filter(Boolean).join(' ') || null
  return {
    invoiceNumber: invoice.number ?? '',
    invoiceDate: invoice.invoiceDate ?? '',
    dueOn: invoice.dueOn ?? '',
    debtor: invoice.brokerName,
    debtorMc: broker?.mcNumber ?? null,
    debtorDot: broker?.dotNumber ?? null,
    loadNumber: list(own.map((load) => load.brokerLoadNumber)),
    ownLoadNumber: list(own.map((load) => load.loadId)),
    poNumber: list(own.map((load) => load.poNumber)),
    amount: schedule.invoices.find(({ id }) => id === invoice.id)?.face ?? '0.00',
    clientNumber: factor.clientNumber,
    schedule: String(schedule.number ?? ''),
    scheduleDate: schedule.day,
  }
}

function readBrokers(
  database: Database,
  userId: string,
  invoices: readonly InvoiceFacts[],
): Promise<Broker[]> {
  if (!invoices.length) return Promise.resolve([])
  return database
    .selectFrom('brokers')
    .select(['id', 'mcNumber', 'dotNumber'])
    .where('userId', '=', userId)
    .where(
      'id',
      'in',
      invoices.map(({ brokerId }) => brokerId),
    )
    .execute()
}

function readLoads(
  database: Database,
  userId: string,
  invoices: readonly InvoiceFacts[],
): Promise<Load[]> {
  const ids = invoices.flatMap(({ loadIds }) => loadIds)
  if (!ids.length) return Promise.resolve([])
  return database
    .selectFrom('loads')
    .select(['id', 'loadId', 'brokerLoadNumber', 'poNumber'])
    .where('userId', '=', userId)
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
}
