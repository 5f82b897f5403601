/** Batches: files that were made, and the records that they contain (SPEC C224, C225). */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { listBalances, listPayeeBalances, type AccountBalance } from '#core/books/balances.ts'
import { booksMessages, type BooksDays, type ExportBatch } from '#core/books/books.ts'
import { writeCover } from '#core/books/cover.ts'
import { formatParts, printedRecords, splitParts } from '#core/books/formats.ts'
import type { BookRecord } from '#core/books/records.ts'
import type { Member } from '#core/team/member.ts'
import { nameMembers, readNamedMembers } from '#server/accounts/team/named-members.ts'
import { runIdempotent, type Repeatable } from '#server/database/idempotency.ts'
import type { Database, Work } from '#server/database/open.ts'
import { constraintOf } from '#server/database/transaction.ts'
import { notFound, RequestError } from '#server/errors.ts'
import { sumWithFactorsOn } from '#server/factoring/book-entries.ts'
import { sumPaymentsOn } from '#server/payments/book-payments.ts'
import { sumOwedOn } from '#server/receivables/book-entries.ts'
import { requireCompany } from '#server/settings/company.ts'
import { sumBalancesOn } from '#server/settlements/balances/book-balances.ts'
import { lockAccountMap, readAccountMap } from './accounts.ts'
import { buildBatch } from './build-batch.ts'

/**
 * Makes the file and stores its bytes. Throws 409 with the reason if the file can't be made: a kind that is not mapped, a group that
 * differs from its register, nothing to export, or another file that was made of the same records at the same moment.
 */
export async function createBatch(
  database: Database,
  member: Pick<Member, 'accountId' | 'personId'>,
  days: BooksDays,
  request: Repeatable,
): Promise<{ id: number }> {
  try {
    return await runIdempotent(database, member.accountId, request, (work) =>
      storeBatch(work, member, days),
    )
  } catch (error) {
    if (constraintOf(error) !== 'export_entries_pkey') throw error
    throw new RequestError(409, booksMessages.taken)
  }
}

async function storeBatch(
  work: Work,
  { accountId: userId, personId }: Pick<Member, 'accountId' | 'personId'>,
  days: BooksDays,
): Promise<{ id: number }> {
  const { from, to, format } = days
  await lockAccountMap(work, userId)
  const { records, printing, preview, factoring } = await buildBatch(work, userId, days)
  if (preview.problem) throw new RequestError(409, preview.problem)
  const parts = formatParts(format, printedRecords(format, records), printing)
  const content = parts.join('')
  const sha256 = digest(content)
  const { debits, groups, cut, notes, transactions, leftOut, hints } = preview
  const counted = preview.records + notes.length
  const batch = await work
    .insertInto('exportBatches')
    .values({
      userId,
      format,
      firstDay: from,
      lastDay: to,
      records: counted,
      parts: parts.length,
      debits,
      sha256,
      bytes: Buffer.byteLength(content),
      madeBy: personId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const nameOf = nameMembers(await readNamedMembers(work, userId))
  const { companyName: company } = await requireCompany(work, userId)
  const cover = writeCover({
    company,
    format,
    from,
    to,
    sha256,
    debits,
    groups,
    cut,
    notes,
    transactions,
    leftOut,
    hints,
    parts: parts.length > 1 ? parts.map(digest) : [],
    factoring,
    balances: await readBalances(work, userId, days),
    madeBy: nameOf(personId),
    records: preview.records,
  })
  await work
    .insertInto('exportFiles')
    .values({ userId, batchId: batch.id, content, cover })
    .execute()
  await storeEntries(work, userId, batch.id, records)
  return batch
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** The balances of a batch. The invoice CSV has none, because it has no payments. */
async function readBalances(
  work: Work,
  userId: string,
  { to, format }: BooksDays,
): Promise<AccountBalance[]> {
  if (format === 'qbo-invoices') return []
  const { factoring } = await readAccountMap(work, userId)
  const owed = await sumOwedOn(work, userId, to)
  const brokers = { owed, ...(await sumWithFactorsOn(work, userId, to)) }
  const payees = [
    ...(await sumBalancesOn(work, userId, to)),
    ...(await sumPaymentsOn(work, userId, to)),
  ]
  return [...listBalances(factoring, brokers), ...listPayeeBalances(payees)]
}

const ENTRIES_AT_ONCE = 2000

async function storeEntries(
  work: Work,
  userId: string,
  batchId: number,
  records: readonly BookRecord[],
): Promise<void> {
  for (let at = 0; at < records.length; at += ENTRIES_AT_ONCE) {
    const rows = records.slice(at, at + ENTRIES_AT_ONCE).map((record) => ({
      userId,
      source: record.source,
      recordId: record.id,
      batchId,
      day: record.day,
      groupName: record.group,
      figure: record.figure,
    }))
    await work.insertInto('exportEntries').values(rows).execute()
  }
}

/** Lists the batches, newest first. */
export async function listBatches(database: Database, userId: string): Promise<ExportBatch[]> {
  const nameOf = nameMembers(await readNamedMembers(database, userId))
  const { rows } = await sql<ExportBatch>`
    select id, format, first_day as "from", last_day as "to", records, parts, debits, sha256, bytes, made_by, made_at
    from export_batches where user_id = ${userId} order by id desc`.execute(database)
  return rows.map((batch) => ({ ...batch, madeBy: nameOf(batch.madeBy) }))
}

type StoredFile = { format: BooksDays['format']; content: string; cover: string }

/** A part of the file, from 1. The same bytes each time. Throws 404 if the file has no such part. */
export async function readBatchPart(
  database: Database,
  userId: string,
  id: number,
  part: number,
): Promise<Pick<StoredFile, 'format' | 'content'>> {
  const { format, content } = await readBatchFile(database, userId, id)
  const found = splitParts(format, content)[part - 1]
  if (found === undefined) throw notFound()
  return { format, content: found }
}

/** The file and its cover page, the same bytes each time. Throws 404. */
export async function readBatchFile(
  database: Database,
  userId: string,
  id: number,
): Promise<StoredFile> {
  const { rows } = await sql<StoredFile>`
    select batch.format, file.content, file.cover from export_batches as batch
      join export_files as file on file.user_id = ${userId} and file.batch_id = batch.id
    where batch.user_id = ${userId} and batch.id = ${id}`.execute(database)
  const [file] = rows
  if (!file) throw notFound()
  return file
}
