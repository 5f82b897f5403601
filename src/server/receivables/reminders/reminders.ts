/**
 * Lists the reminders that are due, and sends them (SPEC C207). An invoice with a factor gets no reminder, because the factor
 * collects it. After a chargeback the carrier collects it (SPEC C274).
 */
import { sql } from 'kysely'
import type { Day } from '#core/calendar.ts'
import { splitAddresses } from '#core/mail/addresses.ts'
import type { Amount } from '#core/money.ts'
import type { ReminderStage } from '#core/receivables/contacts.ts'
import { isSuitNear, listLawDates } from '#core/receivables/law-dates.ts'
import {
  findDueStage,
  reminderMessages,
  writeReminder,
  type RemindedInvoice,
  type Reminder,
  type Reminders,
  type SentReminder,
} from '#core/receivables/reminders.ts'
import type { Member } from '#core/team/member.ts'
import { runIdempotent, type Repeatable } from '#server/database/idempotency.ts'
import type { Database, Work } from '#server/database/open.ts'
import { RequestError } from '#server/errors.ts'
import { lockInvoices } from '#server/invoices/lock-invoices.ts'
import { queueMail } from '#server/mail/queue.ts'
import { logContact } from '#server/receivables/contacts.ts'
import { readCompany } from '#server/settings/company.ts'
import { requireNearDay } from '#server/today.ts'
import { readReminderSettings } from './settings.ts'

type Row = {
  id: number
  number: string
  brokerId: number
  brokerName: string
  to: string | null
  invoiceDate: Day
  billedOn: Day
  dueOn: Day
  deliveredOn: Day | null
  open: Amount
  disputed: boolean
  withFactor: boolean
  returned: boolean
  sent: ReminderStage[]
}

/** Reminders by broker and stage, final reminders first. */
export async function readReminders(
  work: Database | Work,
  userId: string,
  today: Day,
): Promise<Omit<Reminders, 'canMail'>> {
  const rows = await readOpen(work, userId, today)
  const settings = await readReminderSettings(work, userId)
  const { companyName: company } = await readCompany(work, userId)
  const groups = new Map<string, { stage: ReminderStage; rows: Row[] }>()
  for (const row of rows) {
    const stage = row.withFactor ? null : findDueStage(row.dueOn, today, settings, row.sent)
    if (stage === null) continue
    const key = `${row.brokerId} ${stage}`
    const group = groups.get(key) ?? { stage, rows: [] }
    group.rows.push(row)
    groups.set(key, group)
  }
  const reminders = [...groups.values()].flatMap(({ stage, rows: own }): Reminder[] => {
    const [first] = own
    if (!first) return []
    const { brokerId, brokerName, to } = first
    const invoices = own.map(toReminded)
    const written = writeReminder({ stage, invoices, settings, company, today })
    return [{ brokerId, brokerName, stage, to, invoices, ...written }]
  })
  return { reminders: reminders.toSorted(byStage), suits: listSuits(rows, today) }
}

/**
 * Sends or records a reminder, and logs a contact for each invoice in the same transaction. `today`: the member's own day. Throws
 * 400 at `to` and `sentOn`, and 409 if an invoice is not due for this reminder.
 */
export function sendReminder(
  database: Database,
  member: Member,
  sent: Omit<SentReminder, 'sentOn'>,
  today: Day,
  request: Repeatable,
): Promise<{ recorded: number; mailId: number | null }> {
  const { accountId: userId } = member
  return runIdempotent(database, userId, request, async (work) => {
    requireNearDay('sentOn', today)
    await lockInvoices(work, userId, sent.invoiceIds)
    const { reminders } = await readReminders(work, userId, today)
    const due = reminders.find(
      ({ brokerId, stage }) => brokerId === sent.brokerId && stage === sent.stage,
    )
    const dueIds = new Set(due?.invoices.map(({ id }) => id))
    const ids = [...new Set(sent.invoiceIds)]
    if (!ids.every((id) => dueIds.has(id))) throw new RequestError(409, reminderMessages.notOpen)
    const mailId = sent.how === 'mail' ? await mailReminder(work, userId, sent, ids) : null
    for (const invoiceId of ids) {
      const about = { brokerId: sent.brokerId, invoiceId }
      const text = `${sent.subject}\n\n${sent.text}`
      await logContact(
        work,
        member,
        about,
        { day: today, kind: 'email', text, nextOn: null },
        sent.stage,
      )
    }
    return { recorded: ids.length, mailId }
  })
}

async function mailReminder(
  work: Work,
  userId: string,
  sent: Pick<SentReminder, 'brokerId' | 'to' | 'subject' | 'text'>,
  ids: number[],
) {
  const { id } = await queueMail(work, userId, {
    kind: 'reminder',
    subjectOf: [
      { subject: 'brokers', id: sent.brokerId },
      ...ids.map((invoiceId) => ({ subject: 'invoices', id: invoiceId })),
    ],
    to: splitAddresses(sent.to),
    subject: sent.subject,
    text: sent.text,
    files: [],
  })
  return id
}

async function readOpen(work: Database | Work, userId: string, today: Day): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select invoices.id, invoices.number, broker_id, company_name as broker_name,
      coalesce(invoice_email, email) as to, invoice_date, coalesce(sent_on, invoice_date) as billed_on, due_on,
      (select min(delivery_date) from invoice_loads join loads on loads.user_id = ${userId} and loads.id = invoice_loads.load_id
        where invoice_loads.user_id = ${userId} and invoice_id = invoices.id) as delivered_on,
      open_amount as open, factor_id is not null and not returned as with_factor, returned,
      exists (select from disputes where disputes.user_id = ${userId} and disputes.invoice_id = invoices.id
        and closed_on is null) as disputed,
      array(select reminder from contacts where contacts.user_id = ${userId} and contacts.invoice_id = invoices.id
        and reminder is not null) as sent
    from invoices join brokers on brokers.user_id = ${userId} and brokers.id = broker_id
      cross join lateral (select factor_id is not null and is_returned(${userId}::uuid, invoices.id, ${today}::date) as returned) as factored
    where invoices.user_id = ${userId} and open_amount > 0
    order by lower(company_name), broker_id, due_on, invoices.id`.execute(work)
  return rows
}

function toReminded(row: Row): RemindedInvoice {
  const { id, number, invoiceDate, dueOn, open, disputed, returned } = row
  return { id, number, invoiceDate, dueOn, open, disputed, returned }
}

const ORDER: Record<ReminderStage, number> = { final: 0, due: 1, before: 2 }

function byStage(one: Reminder, other: Reminder): number {
  return ORDER[one.stage] - ORDER[other.stage]
}

function listSuits(rows: readonly Row[], today: Day): Reminders['suits'] {
  return rows.flatMap(({ id, number, brokerName, billedOn, deliveredOn }) => {
    const dates = listLawDates({ billedOn, deliveredOn })
    return isSuitNear(dates, today) ? [{ id, number, brokerName, suitBy: dates.suitBy }] : []
  })
}
