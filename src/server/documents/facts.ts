/** Reads what is stored about documents, without their files (SPEC C110). */
import { sql, type RawBuilder } from 'kysely'
import { nameDocument } from '#core/documents/document-name.ts'
import { listNumbersIn } from '#core/documents/numbers-in-name.ts'
import type { DocumentFacts, DocumentsQuery } from '#core/documents/documents.ts'
import { KEPT_PLACES, keptPlaces, labelKept, type KeptPlace } from '#core/documents/kept.ts'
import { SHOWS_REVENUE } from '#core/documents/kinds.ts'
import type { Member } from '#core/team/member.ts'
import { nameMembers, readNamedMembers } from '#server/accounts/team/named-members.ts'
import type { Database, Work } from '#server/database/open.ts'
import { notFound } from '#server/errors.ts'

/** Of a `document`. */
export const KEPT_COLUMNS = sql.join(keptPlaces.map((name) => sql.ref(`document.${name}`)))

type Facts = Omit<DocumentFacts, 'name' | 'uploader' | 'mayOpen' | 'suggestedLoad'>
type Row = Facts & { brokerLoadNumber: string | null; linkMaker: string | null }

/** The member who reads. The member's permissions decide whether a rate confirmation can be opened. */
type Reader = Pick<Member, 'accountId' | 'permissions'>

function mayOpen({ kind }: Pick<Row, 'kind'>, { permissions }: Reader): boolean {
  return kind !== SHOWS_REVENUE || permissions.has('revenue')
}

/** Reads a load's documents, oldest first. Throws 404 if the load does not exist or is in the trash. */
export async function readLoadDocuments(
  database: Database,
  reader: Reader,
  loadId: number,
): Promise<DocumentFacts[]> {
  const userId = reader.accountId
  const { rows } = await sql`
    select from loads where user_id = ${userId} and id = ${loadId}`.execute(database)
  if (!rows.length) throw notFound()
  return readFacts(database, reader, sql`document.load_id = ${loadId}`, sql`document.id`)
}

/** Reads documents, newest first. */
export function readDocuments(
  database: Database,
  reader: Reader,
  { load, before, limit }: DocumentsQuery,
): Promise<DocumentFacts[]> {
  const inbox =
    load === 'none'
      ? sql` and document.load_id is null and num_nonnulls(${KEPT_COLUMNS}) = 0`
      : sql``
  const from = before === undefined ? sql`true` : sql`document.id < ${before}`
  const order = sql`document.id desc limit ${limit}`
  return readFacts(database, reader, sql`${from}${inbox}`, order)
}

/** Reads documents that are kept with a record, oldest first. The caller has found the record. */
export function readKeptDocuments(
  database: Database,
  reader: Reader,
  kept: KeptPlace,
): Promise<DocumentFacts[]> {
  const places = keptPlaces.filter((name) => kept[name] !== null)
  const place = places.map((name) => sql`${sql.ref(`document.${name}`)} = ${kept[name]}`)
  return readFacts(database, reader, sql.join(place, sql` and `), sql`document.id`)
}

/** Throws 404 if the account has no such document. */
export async function readDocument(
  database: Database | Work,
  reader: Reader,
  id: number,
): Promise<DocumentFacts> {
  const [facts] = await readFacts(database, reader, sql`document.id = ${id}`, sql`document.id`)
  if (!facts) throw notFound()
  return facts
}

/** The `ids` that belong to documents of the load. */
export async function findDocumentsOfLoad(
  work: Work,
  userId: string,
  loadId: number,
  ids: number[],
): Promise<Set<number>> {
  if (!ids.length) return new Set()
  const { rows } = await sql<{ id: number }>`select id from documents where user_id = ${userId}
    and load_id = ${loadId} and id = any(${ids}) and deleted_at is null`.execute(work)
  return new Set(rows.map(({ id }) => id))
}

async function readFacts(
  database: Database | Work,
  reader: Reader,
  condition: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): Promise<DocumentFacts[]> {
  const userId = reader.accountId
  const hidden = keptPlaces
    .filter((name) => !reader.permissions.has(KEPT_PLACES[name].seenBy))
    .map((name) => sql` and ${sql.ref(`document.${name}`)} is null`)
  const { rows } = await sql<Row>`
    select document.id, document.load_id, ${KEPT_COLUMNS}, loads.load_id as load_number,
      loads.broker_load_number, document.kind, document.stop,
      document.original_name, document.type, document.pages, document.bytes, document.sha256,
      document.verdict, document.verdict_reason, document.replaces_id,
      (select max(newer.id) from documents as newer where newer.user_id = ${userId}
        and newer.replaces_id = document.id and newer.deleted_at is null
        and newer.load_id is not distinct from document.load_id) as replaced_by_id,
      document.uploaded_by, document.upload_link_id, link.made_by as link_maker, document.uploaded_at, document.sent_at, document.version
    from documents as document
      left join loads on loads.user_id = ${userId} and loads.id = document.load_id
      left join upload_links as link on link.user_id = ${userId} and link.id = document.upload_link_id
    where document.user_id = ${userId} and document.deleted_at is null
      and (document.load_id is null or loads.id is not null)${sql.join(hidden, sql``)} and ${condition}
    order by ${order}`.execute(database)
  if (!rows.length) return []
  const nameOf = nameMembers(await readNamedMembers(database, userId))
  const suggested = await suggestLoads(database, userId, rows)
  return rows.map(({ brokerLoadNumber, linkMaker, ...row }) => ({
    ...row,
    name: nameDocument({ ...row, loadNumber: brokerLoadNumber ?? row.loadNumber }),
    uploader: linkMaker
      ? `Upload link of ${nameOf(linkMaker)}`
      : row.uploadedBy && nameOf(row.uploadedBy),
    suggestedLoad: suggested.get(row.id) ?? null,
    mayOpen: mayOpen(row, reader),
  }))
}

type Suggested = NonNullable<DocumentFacts['suggestedLoad']>

/** The loads whose numbers are in the file names of documents without a load, by document. Longer numbers come first. */
async function suggestLoads(
  database: Database | Work,
  userId: string,
  rows: Row[],
): Promise<Map<number, Suggested>> {
  const inbox = rows.filter((row) => row.loadId === null && labelKept(row) === undefined)
  const numbers = new Map(inbox.map(({ id, originalName }) => [id, listNumbersIn(originalName)]))
  const wanted = [...new Set([...numbers.values()].flat())]
  if (!wanted.length) return new Map()
  const { rows: loads } = await sql<Suggested & { found: string }>`
    select id, load_id as number, load_id as found from loads
      where user_id = ${userId} and load_id = any(${wanted}::text[])
    union all select id, load_id, broker_load_number from loads
      where user_id = ${userId} and broker_load_number = any(${wanted}::text[])`.execute(database)
  const byNumber = new Map(loads.map(({ found, ...load }) => [found, load]))
  return new Map(
    [...numbers].flatMap(([id, listed]) => {
      const found = listed.flatMap((number) => byNumber.get(number) ?? [])
      return found[0] ? [[id, found[0]] as const] : []
    }),
  )
}
