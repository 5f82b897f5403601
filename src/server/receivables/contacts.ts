/** The contact log of brokers about what they owe (SPEC C205). */
import { sql } from 'kysely'
import {
  contactMessages,
  type Contact,
  type NewContact,
  type ReminderStage,
  type SentContact,
} from '#core/receivables/contacts.ts'
import type { Member } from '#core/team/member.ts'
import { nameMembers, readNamedMembers } from '#server/accounts/team/named-members.ts'
import { runIdempotent, type Repeatable } from '#server/database/idempotency.ts'
import type { Database, Work } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { NEXT_VERSION } from '#server/database/values.ts'
import { notFound, RequestError, versionConflict } from '#server/errors.ts'
import { confirmDay } from '#server/receipts/confirm.ts'
import { readBroker } from './account-statement.ts'
import { checkInvoice } from './check-invoice.ts'

const MOST_LISTED = 500

type ContactFilter = { brokerId?: number; invoiceId?: number; limit?: number }

/** Reads the contacts of a broker or of an invoice, latest first. A broker's contacts include those about its invoices. */
export async function readContacts(
  work: Database | Work,
  userId: string,
  { brokerId, invoiceId, limit = MOST_LISTED }: ContactFilter,
): Promise<Contact[]> {
  const { rows } = await sql<Row>`${selectContacts(userId)}
    ${brokerId === undefined ? sql`` : sql`and contacts.broker_id = ${brokerId}`}
    ${invoiceId === undefined ? sql`` : sql`and contacts.invoice_id = ${invoiceId}`}
    order by day desc, contacts.id desc limit ${limit}`.execute(work)
  return nameAll(work, userId, rows)
}

/** What a contact is about. `invoiceId`: null for all that the broker owes. */
type About = { brokerId: number; invoiceId: number | null }

/** Adds a contact about all that a broker owes. Throws 404, and 409 for an unusual day. */
export function addBrokerContact(
  database: Database,
  member: Member,
  brokerId: number,
  { confirmed, ...values }: SentContact,
  request: Repeatable,
): Promise<Contact> {
  return runIdempotent(database, member.accountId, request, async (work) => {
    await readBroker(work, member.accountId, brokerId)
    confirmDay('day', values.day, confirmed)
    return logContact(work, member, { brokerId, invoiceId: null }, values)
  })
}

/** Throws 404, and 409 for a draft or an unusual day. */
export function addInvoiceContact(
  database: Database,
  member: Member,
  invoiceId: number,
  { confirmed, ...values }: SentContact,
  request: Repeatable,
): Promise<Contact> {
  return runIdempotent(database, member.accountId, request, async (work) => {
    const { brokerId, billedOn } = await checkInvoice(work, member.accountId, invoiceId)
    if (billedOn === null) throw new RequestError(409, contactMessages.draft)
    confirmDay('day', values.day, confirmed)
    return logContact(work, member, { brokerId, invoiceId }, values)
  })
}

/** `reminder`: the reminder that was sent, if the contact is one. The caller has checked the broker and the invoice. */
export async function logContact(
  work: Work,
  { accountId: userId, personId }: Pick<Member, 'accountId' | 'personId'>,
  about: About,
  values: NewContact,
  reminder: ReminderStage | null = null,
): Promise<Contact> {
  const { id } = await work
    .insertInto('contacts')
    .values({ ...values, ...about, userId, reminder, personId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return readContact(work, userId, id)
}

/** `version`: the version that the user saw. Throws 404, 409 for a sent reminder, and 412. */
export function changeContact(
  database: Database,
  userId: string,
  id: number,
  { confirmed, ...values }: SentContact,
  version: number | undefined,
): Promise<Contact> {
  return inTransaction(database, async (work) => {
    const { day } = await lockContact(work, userId, id, version)
    if (values.day !== day) confirmDay('day', values.day, confirmed)
    await work
      .updateTable('contacts')
      .set({ ...values, ...NEXT_VERSION })
      .where('userId', '=', userId)
      .where('id', '=', id)
      .execute()
    return readContact(work, userId, id)
  })
}

/** Throws 404, and 409 for a sent reminder. */
export function deleteContact(database: Database, userId: string, id: number): Promise<void> {
  return inTransaction(database, async (work) => {
    await lockContact(work, userId, id, undefined)
    await work.deleteFrom('contacts').where('userId', '=', userId).where('id', '=', id).execute()
  })
}

async function lockContact(
  work: Work,
  userId: string,
  id: number,
  version: number | undefined,
): Promise<Contact> {
  await work
    .selectFrom('contacts')
    .select('id')
    .where('userId', '=', userId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  const contact = await readContact(work, userId, id)
  if (version !== undefined && version !== contact.version) throw versionConflict(contact)
  if (contact.reminder !== null) throw new RequestError(409, contactMessages.sent)
  return contact
}

type Row = Omit<Contact, 'by'> & { personId: string | null }

async function readContact(work: Work, userId: string, id: number): Promise<Contact> {
  const { rows } = await sql<Row>`
    ${selectContacts(userId)} and contacts.id = ${id}`.execute(work)
  const [contact] = await nameAll(work, userId, rows)
  if (!contact) throw notFound()
  return contact
}

async function nameAll(work: Database | Work, userId: string, rows: Row[]): Promise<Contact[]> {
  if (!rows.length) return []
  const name = nameMembers(await readNamedMembers(work, userId))
  return rows.map(({ personId, ...row }) => ({ ...row, by: personId && name(personId) }))
}

function selectContacts(userId: string) {
  return sql`
    select contacts.id, contacts.broker_id, invoice_id, invoices.number as invoice_number, day, contacts.kind, text, next_on,
      reminder, person_id, contacts.version
    from contacts left join invoices on invoices.user_id = ${userId} and invoices.id = invoice_id
    where contacts.user_id = ${userId}`
}
