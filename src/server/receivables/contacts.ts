/** The log of contacts with brokers about what they owe (SPEC C205). */
import { sql } from 'kysely'
import {
  contactMessages,
  type ChangedContact,
  type Contact,
  type NewContact,
  type ReminderStage,
} from '#core/receivables/contacts.ts'
import type { Member } from '#core/team/member.ts'
import { nameMembers, readNamedMembers } from '#server/accounts/team/named-members.ts'
import { runIdempotent, type Repeatable } from '#server/database/idempotency.ts'
import type { Database, Work } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { NEXT_VERSION } from '#server/database/values.ts'
import { badField, notFound, RequestError, versionConflict } from '#server/errors.ts'
import { readBroker } from './account-statement.ts'
import { checkInvoice } from './check-invoice.ts'

const MOST_LISTED = 500

type ContactsOf = { brokerId?: number; invoiceId?: number; limit?: number }

/** The latest first. Of a broker or of an invoice, which has those about all that its broker owes too. */
export async function readContacts(
  work: Database | Work,
  userId: string,
  { brokerId, invoiceId, limit = MOST_LISTED }: ContactsOf,
): Promise<Contact[]> {
  const { rows } = await sql<Row>`${selectContacts(userId)}
    ${brokerId === undefined ? sql`` : sql`and contacts.broker_id = ${brokerId}`}
    ${invoiceId === undefined ? sql`` : sql`and contacts.invoice_id = ${invoiceId}`}
    order by day desc, contacts.id desc limit ${limit}`.execute(work)
  return nameAll(work, userId, rows)
}

/** Throws 404 for an unknown broker, 400 at `invoiceId` for an invoice of another one. */
export function addContact(
  database: Database,
  member: Member,
  brokerId: number,
  values: NewContact,
  request: Repeatable,
): Promise<Contact> {
  return runIdempotent(database, member.accountId, request, (work) =>
    logContact(work, member, brokerId, values),
  )
}

/** `reminder`: the reminder that the contact was. */
export async function logContact(
  work: Work,
  { accountId: userId, personId }: Pick<Member, 'accountId' | 'personId'>,
  brokerId: number,
  { invoiceId, ...values }: NewContact,
  reminder: ReminderStage | null = null,
): Promise<Contact> {
  await readBroker(work, userId, brokerId)
  if (invoiceId !== null && !(await isOfBroker(work, userId, invoiceId, brokerId)))
    throw badField('invoiceId', contactMessages.noInvoice)
  const { id } = await work
    .insertInto('contacts')
    .values({ ...values, userId, brokerId, invoiceId, reminder, personId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return readContact(work, userId, id)
}

/** `version`: the one that the user saw. Throws 404, 409 for a sent reminder, and 412. */
export function changeContact(
  database: Database,
  userId: string,
  id: number,
  values: ChangedContact,
  version: number | undefined,
): Promise<Contact> {
  return inTransaction(database, async (work) => {
    await lockContact(work, userId, id, version)
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
): Promise<void> {
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
}

async function isOfBroker(work: Work, userId: string, invoiceId: number, brokerId: number) {
  const found = await checkInvoice(work, userId, invoiceId).catch((error: unknown) => {
    if (error instanceof RequestError && error.statusCode === 404) return undefined
    throw error
  })
  return found?.brokerId === brokerId && found.invoiceDate !== null
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
