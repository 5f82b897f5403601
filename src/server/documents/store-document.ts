/** Stores every uploaded document, from the office, an upload link or the portal (SPEC C111–C113). */
import { sql } from 'kysely'
import { nameDocument } from '#core/documents/document-name.ts'
import {
  documentMessages,
  MAX_DOCUMENTS,
  type FileType,
  type UploadQuery,
} from '#core/documents/documents.ts'
import { keptPlaces, NOT_KEPT, type KeptPlace } from '#core/documents/kept.ts'
import type { DocumentKind } from '#core/documents/kinds.ts'
import { hasResponse, runIdempotent, type Repeatable } from '#server/database/idempotency.ts'
import type { Work } from '#server/database/open.ts'
import { constraintOf, inTransaction } from '#server/database/transaction.ts'
import { lockLoad } from '#server/entities/lock-load.ts'
import { badField, notFound, RequestError } from '#server/errors.ts'
import { reserveBytes } from '#server/storage/quota.ts'
import { returnBytes } from '#server/storage/store.ts'
import { askAboutCharges } from './approved-charges.ts'
import { checkFile } from './check/check-file.ts'
import type { DocumentStore } from './document-store.ts'
import { KEPT_COLUMNS } from './facts.ts'
import {
  deleteFile,
  finishFile,
  PART_BYTES,
  PIECE_BYTES,
  readPiece,
  storeParts,
  type StoredFile,
} from './file-parts.ts'
import type { ReceivedFile } from './receive-body.ts'

/** Who uploads: a person, or a link. */
type Uploader = { personId: string } | { uploadLinkId: number }

export type Upload = UploadQuery & {
  userId: string
  /** Null for the inbox, and for a document that is kept elsewhere. */
  loadId: number | null
  /** `NOT_KEPT` if left out. */
  kept?: KeptPlace
  by: Uploader
  file: ReceivedFile
  /** How many documents the load can have, this one included. `MAX_DOCUMENTS` if left out. */
  most?: number
  /** More work in the transaction that stores the document. If it throws, nothing is stored. */
  within?: (work: Work, file: { bytes: number }) => Promise<void>
}

/** `body` is not needed: the file's digest replaces it. */
export type RepeatableUpload = Omit<Repeatable, 'body'>

/** A checked file whose parts are stored. */
type Checked = StoredFile & { type: FileType; pages: number }

/**
 * Stores the file while it arrives, then the document. Nothing is left of a rejected file. Returns the document's id; the same
 * request again returns the same id. Throws 400, 413 and 415 for the file, 404 for the load, 409 if the load has too many
 * documents or already has this file or if a replaced document approves a charge, 422 for a key that another upload used, and
 * 507 if the account's quota is used up.
 */
export async function storeDocument(
  store: DocumentStore,
  upload: Upload,
  request: RepeatableUpload,
): Promise<{ id: number }> {
  const { database, quota } = store
  const { userId, file } = upload
  // A repeated request needs no space, because its response is stored. Only at the end is it known whether the file is the same.
  if (await hasResponse(database, userId, request)) return storeFile(store, upload, request)
  // Rejects an upload to a full load before the client sends up to 25 MB.
  await inTransaction(database, (work) => lockPlace(work, upload))
  if (quota === undefined) return storeFile(store, upload, request)
  await reserveBytes(database, userId, file.declaredBytes, quota)
  try {
    return await storeFile(store, upload, request)
  } catch (error) {
    await returnBytes(database, userId, file.declaredBytes)
    throw error
  }
}

async function storeFile(store: DocumentStore, upload: Upload, request: RepeatableUpload) {
  const { database } = store
  const { userId } = upload
  const check = checkFile()
  const file = await storeParts(database, userId, upload.file.source, check.look)
  try {
    const type = check.finish()
    const checked = { ...file, type, pages: await countPages(store, upload, file, type) }
    upload.file.signal.throwIfAborted()
    await tryPaper(store, upload, checked)
    upload.file.signal.throwIfAborted()
    return await addDocument(store, upload, checked, request)
  } finally {
    // Deletes the file only if no document refers to it.
    await deleteFile(database, userId, file.id).catch(() => undefined)
  }
}

/** Throws 400 and 503. */
async function countPages(
  { database, pages }: DocumentStore,
  { userId, by, file: { signal } }: Upload,
  { id, bytes }: StoredFile,
  type: FileType,
): Promise<number> {
  if (type !== 'application/pdf') return 1
  const file = { id, partBytes: PART_BYTES }
  const turn = [userId, JSON.stringify(by)] as const
  return pages.count({ bytes, partBytes: PIECE_BYTES, turn, signal }, (number) =>
    readPiece(database, userId, file, { from: number * PIECE_BYTES, to: bytes }),
  )
}

/** Throws 400 if the file can't be opened to be merged into a packet (SPEC C426). */
async function tryPaper(
  { database, trial }: DocumentStore,
  { userId, by }: Upload,
  { id, bytes, sha256, type, pages }: Checked,
): Promise<void> {
  const file = { id, partBytes: PART_BYTES }
  const read = async () => {
    const whole = new Uint8Array(bytes)
    for (let at = 0; at < bytes;) {
      const piece = await readPiece(database, userId, file, { from: at, to: bytes })
      whole.set(piece, at)
      at += piece.length
    }
    return whole
  }
  await trial.try({ turn: [userId, JSON.stringify(by)], sha256, type, pages, read })
}

async function addDocument(
  { database }: DocumentStore,
  upload: Upload,
  file: Checked,
  request: RepeatableUpload,
): Promise<{ id: number }> {
  const { userId } = upload
  const body = { sha256: file.sha256 }
  const run = () =>
    runIdempotent(database, userId, { ...request, body }, async (work) => {
      await lockPlace(work, upload)
      await rejectSameFile(work, upload, file)
      await finishFile(work, userId, file)
      await upload.within?.(work, file)
      return insertDocument(work, upload, file)
    })
  try {
    return await run()
  } catch (error) {
    // The same file was stored by another request at the same moment.
    if (constraintOf(error) !== 'document_files_sha256_key') throw error
    return run()
  }
}

/** Locks until the transaction ends: no other upload adds to the load or replaces the same document. */
async function lockPlace(work: Work, upload: Upload): Promise<void> {
  const { userId, loadId, replaces, most } = upload
  if (loadId !== null) await lockLoadForDocument(work, userId, loadId, most)
  if (replaces === undefined) return
  const { rows } = await sql<
    KeptPlace & { loadId: number | null }
  >`select load_id, ${KEPT_COLUMNS} from documents as document
    where user_id = ${userId} and id = ${replaces} and deleted_at is null for update`.execute(work)
  const [replaced] = rows
  if (!replaced) throw notFound()
  const kept = upload.kept ?? NOT_KEPT
  const isSamePlace = keptPlaces.every((name) => replaced[name] === kept[name])
  if (replaced.loadId !== loadId || !isSamePlace)
    throw badField('replaces', documentMessages.otherLoad)
  const newer = await sql`select from documents
    where user_id = ${userId} and replaces_id = ${replaces} and deleted_at is null`.execute(work)
  if (newer.rows.length) throw new RequestError(409, documentMessages.wasReplaced)
  await askAboutCharges(work, userId, { id: replaces, loadId }, 'replace', upload.confirmed)
}

/** Locks the load for one more document. Throws 404, and 409 if it has `most` documents. */
export async function lockLoadForDocument(
  work: Work,
  userId: string,
  loadId: number,
  most = MAX_DOCUMENTS,
): Promise<void> {
  await lockLoad(work, userId, loadId)
  const counted = await sql<{ count: number }>`select count(*) as count from documents
    where user_id = ${userId} and load_id = ${loadId} and deleted_at is null`.execute(work)
  if ((counted.rows[0]?.count ?? 0) >= most)
    throw new RequestError(
      409,
      most < MAX_DOCUMENTS ? documentMessages.tooManySent : documentMessages.tooMany,
    )
}

type Same = KeptPlace & {
  id: number
  kind: DocumentKind
  loadNumber: string | null
  originalName: string
}

/** Throws 409 with the id of the existing document, because a file that is uploaded twice is one document. */
async function rejectSameFile(
  work: Work,
  { userId, loadId, kept = NOT_KEPT }: Upload,
  file: Checked,
) {
  const isKept = keptPlaces.map(
    (name) => sql`${sql.ref(`document.${name}`)} is not distinct from ${kept[name]}::bigint`,
  )
  const { rows } = await sql<Same>`
    select document.id, document.kind, coalesce(loads.broker_load_number, loads.load_id) as load_number, document.original_name,
      ${KEPT_COLUMNS}
    from documents as document left join loads on loads.user_id = ${userId} and loads.id = document.load_id
    where document.user_id = ${userId} and document.sha256 = ${file.sha256} and document.deleted_at is null
      and document.load_id is not distinct from ${loadId}::bigint
      and ${sql.join(isKept, sql` and `)} limit 1`.execute(work)
  const [same] = rows
  if (!same) return
  const name = nameDocument({ ...file, ...same })
  throw new RequestError(409, documentMessages.alreadyThere(name), { more: { id: same.id } })
}

function insertDocument(work: Work, upload: Upload, file: Checked): Promise<{ id: number }> {
  const { userId, loadId, kind, stop = null, name, replaces = null, by } = upload
  const { type, pages, bytes, sha256 } = file
  return work
    .insertInto('documents')
    .values({
      userId,
      loadId,
      ...(upload.kept ?? NOT_KEPT),
      kind,
      stop,
      originalName: name,
      type,
      pages,
      bytes,
      sha256,
      replacesId: replaces,
      uploadedBy: 'personId' in by ? by.personId : null,
      uploadLinkId: 'uploadLinkId' in by ? by.uploadLinkId : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}
