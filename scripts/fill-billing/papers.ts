/** Inserts the papers of the loads, the sendings of invoices with their emails, contacts with brokers, and broker checks. */
import { createHash } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import type { Day } from '#core/calendar.ts'
import type { Work } from '#server/database/open.ts'
import { makePdf } from '#server/testing/documents/make-pdf.ts'

/** Pages of each paper. With the invoice, a packet has six pages. */
const PAGES = { 'rate-confirmation': 2, bol: 3 }

/** Stores one small file for each kind. All documents of that kind have these bytes. */
export async function insertPapers(work: Work, userId: string): Promise<void> {
  for (const [kind, pages] of Object.entries(PAGES)) {
    const file = makePdf({ pages, text: `${kind} of every load, page` })
    const sha256 = createHash('sha256').update(file).digest('hex')
    await sql`with stored as (insert into document_files (user_id, sha256, bytes, parts)
        values (${userId}, ${sha256}, ${file.length}, 1) returning id)
      insert into document_parts (user_id, file_id, number, bytes) select ${userId}, id, 0, ${file} from stored`.execute(
      work,
    )
    await sql`insert into documents (user_id, load_id, kind, original_name, type, pages, bytes, sha256, verdict, uploaded_at, sent_at)
      select ${userId}, loads.id, ${kind}, ${`${kind}.pdf`}, 'application/pdf', ${pages}::int, ${file.length}, ${sha256}, 'readable',
        delivery_date + time '20:00', case when is_sent then planned.day + time '15:30' end
      from loads left join (select *, unnest(load_ids) as load_id from planned) as planned on planned.load_id = loads.id
      where loads.user_id = ${userId} and (planned.id is not null or payment_status = 'unpaid')
      order by loads.id`.execute(work)
  }
  await sql`analyze documents`.execute(work)
}

export async function insertSendings(work: Work, userId: string, today: Day): Promise<void> {
  await sql`insert into invoice_sendings (user_id, invoice_id, channel, asked_on, sent_on, sha256, pages, bytes, papers, created_at)
    select ${userId}, planned.id, case when factor_id is not null then 'factor'
        else (array['mail', 'download', 'portal'])[1 + place % 3] end, day, day, md5(planned.id::text), 6, 9000,
      (select jsonb_agg(jsonb_build_object('documentId', document.id, 'kind', document.kind, 'loadId', document.load_id,
          'loadNumber', null, 'name', document.original_name, 'type', document.type, 'pages', document.pages,
          'bytes', document.bytes, 'sha256', document.sha256, 'label', document.kind) order by document.id)
        from documents as document where document.user_id = ${userId} and document.load_id = any(load_ids)),
      day + time '15:30'
    from planned where is_sent order by day, planned.id`.execute(work)
  await sql`update invoices set sent_on = sending.sent_on from invoice_sendings as sending
    where invoices.user_id = ${userId} and sending.user_id = ${userId} and sending.invoice_id = invoices.id`.execute(
    work,
  )
  await insertMails(work, userId)
  await insertContacts(work, userId, today)
}

async function insertMails(work: Work, userId: string): Promise<void> {
  await sql`create temp table mailing on commit drop as
    select nextval(pg_get_serial_sequence('mails', 'id')) as mail_id, sending.id, sending.invoice_id, sending.sent_on, number
    from invoice_sendings as sending join invoices on invoices.user_id = ${userId} and invoices.id = sending.invoice_id
    where sending.user_id = ${userId} and channel = 'mail' order by sending.id`.execute(work)
  await sql`insert into mails (user_id, id, kind, recipients, subject, state, attempts, next_try_at, sent_at, message_id, created_at)
    overriding system value
    select ${userId}, mail_id, 'invoice', 'pay@broker.example', 'Invoice ' || number, 'sent', 1, null,
      sent_on + time '15:31', mail_id || '@carrier.example', sent_on + time '15:30' from mailing order by mail_id`.execute(
    work,
  )
  await sql`insert into mail_subjects (user_id, mail_id, subject, record_id)
    select ${userId}, mail_id, subject, record_id from mailing cross join lateral
      (values ('invoices', invoice_id), ('invoice_sendings', id)) as about (subject, record_id) order by mail_id`.execute(
    work,
  )
}

async function insertContacts(work: Work, userId: string, today: Day): Promise<void> {
  const selectContacts = (
    kind: string,
    day: RawBuilder<unknown>,
    reminder: string | null,
    where: RawBuilder<unknown>,
  ) =>
    sql`select ${userId}::uuid, broker_id, id, ${day} as day, ${kind}, 'Asked when it will be paid', ${reminder} from planned
      where is_sent and ${day} < least(coalesce(paid_on, ${today}::date), ${today}::date) and ${where}`
  await sql`insert into contacts (user_id, broker_id, invoice_id, day, kind, text, reminder)
    ${selectContacts('email', sql`due_on + 3`, 'due', sql`place % 4 = 0 and factor_id is null`)}
    union all ${selectContacts('call', sql`day + 15`, null, sql`place % 25 = 0`)} order by 4, 3`.execute(
    work,
  )
}

/** Inserts two imported files per month, each with a check of most brokers. */
export async function insertBrokerChecks(work: Work, userId: string, today: Day): Promise<void> {
  await sql`insert into broker_files (user_id, kind, day, name, row_count, found, imported_by)
    select ${userId}, kind, day::date, kind || '.csv', 127000, 15, ${firstMember(userId)}
    from generate_series((select min(day) from planned)::timestamp, ${today}::date - 20, interval '1 month') as day,
      unnest(array['authority', 'insurance']) as kind order by day, kind`.execute(work)
  await sql`insert into broker_checks (user_id, broker_id, source, day, result, searched, rows, file_id, checked_by)
    select ${userId}, broker.id, file.kind, file.day, 'active', broker.dot_number,
      jsonb_build_array(jsonb_build_object('USDOT_NUMBER', broker.dot_number)), file.id, imported_by
    from broker_files as file join brokers as broker on broker.user_id = ${userId} and broker.id % 4 <> 0
    where file.user_id = ${userId} order by file.id, broker.id`.execute(work)
}

function firstMember(userId: string) {
  return sql`(select person_id from members where user_id = ${userId} limit 1)`
}
