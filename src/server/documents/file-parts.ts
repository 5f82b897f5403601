/** Stores files in parts: writes them while the body arrives, and reads them piece by piece (SPEC C111). */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Work } from '#server/database/open.ts'
import { bytesParameter, selectBytes } from '#server/database/values.ts'

/** The size of a new file's parts, except the last one. Older files can have parts of another size. */
export const PART_BYTES = 256 * 1024
/** The bytes that one query reads. The driver would make several copies of a larger piece at once. */
export const PIECE_BYTES = 32 * 1024

/** A file that is stored completely and that no document refers to yet. */
export type StoredFile = { id: string; sha256: string; bytes: number; parts: number }

type Source = AsyncIterable<Uint8Array>

/**
 * Writes each part on its own, so that a slow client holds no connection. Until `finishFile`, no document can refer to the file,
 * and after a failure or a crash a job deletes its parts. `look` is called with every piece and may throw.
 */
export async function storeParts(
  database: Database,
  userId: string,
  source: Source,
  look: (piece: Uint8Array) => void,
): Promise<StoredFile> {
  const { id } = await database
    .insertInto('documentFiles')
    .values({ userId })
    .returning('id')
    .executeTakeFirstOrThrow()
  try {
    return { id, ...(await writeParts(database, userId, id, source, look)) }
  } catch (error) {
    await deleteFile(database, userId, id).catch(() => undefined)
    throw error
  }
}

async function writeParts(
  database: Database,
  userId: string,
  fileId: string,
  source: Source,
  look: (piece: Uint8Array) => void,
) {
  const digest = createHash('sha256')
  const part = Buffer.allocUnsafe(PART_BYTES)
  let [filled, bytes, parts] = [0, 0, 0]
  const write = async () => {
    const bytes = bytesParameter(part.subarray(0, filled))
    const row = { userId, fileId, number: parts++, bytes }
    await database.insertInto('documentParts').values(row).execute()
    filled = 0
  }
  for await (const piece of source) {
    look(piece)
    digest.update(piece)
    bytes += piece.length
    for (let at = 0; at < piece.length;) {
      const taken = piece.subarray(at, at + PART_BYTES - filled)
      part.set(taken, filled)
      filled += taken.length
      at += taken.length
      if (filled === PART_BYTES) await write()
    }
  }
  if (filled) await write()
  return { sha256: digest.digest('hex'), bytes, parts }
}

/** Completes the file, so that documents can refer to it. Does nothing if the account already has the same file. */
export async function finishFile(
  work: Work,
  userId: string,
  { id, sha256, bytes, parts }: StoredFile,
): Promise<void> {
  const { rows } = await sql`select from document_files
    where user_id = ${userId} and sha256 = ${sha256} for key share`.execute(work)
  if (rows.length) return
  await work
    .updateTable('documentFiles')
    .set({ sha256, bytes, parts })
    .where('userId', '=', userId)
    .where('id', '=', id)
    .execute()
}

/** Deletes a file and its parts. A file that documents can refer to is kept. */
export async function deleteFile(database: Database, userId: string, id: string): Promise<void> {
  await database
    .deleteFrom('documentFiles')
    .where('userId', '=', userId)
    .where('id', '=', id)
    .where('sha256', 'is', null)
    .execute()
}

/** `from` and `to`: bytes, `to` excluded. */
export type ByteRange = { from: number; to: number }

/** The file's bytes in the range. Throws if there is no such file, or if a part is missing. */
export async function* readPieces(
  database: Database | Work,
  userId: string,
  sha256: string,
  { from, to }: ByteRange,
): AsyncGenerator<Buffer> {
  const file = await findFile(database, userId, sha256)
  for (let at = from; at < to;) {
    const piece = await readPiece(database, userId, file, { from: at, to })
    yield piece
    at += piece.length
  }
}

/** `partBytes`: the size of each part except the last one. */
type FileInParts = { id: string; partBytes: number }

async function findFile(
  database: Database | Work,
  userId: string,
  sha256: string,
): Promise<FileInParts> {
  const { rows } = await sql<FileInParts>`select file.id, octet_length(part.bytes) as part_bytes
    from document_files as file join document_parts as part
      on part.user_id = ${userId} and part.file_id = file.id and part.number = 0
    where file.user_id = ${userId} and file.sha256 = ${sha256}`.execute(database)
  const [file] = rows
  if (!file) throw new Error(`The file ${sha256} is not stored`)
  return file
}

/** The first bytes of the range, up to `PIECE_BYTES` of one part. Throws if there are none. */
export async function readPiece(
  database: Database | Work,
  userId: string,
  { id, partBytes }: FileInParts,
  { from, to }: ByteRange,
): Promise<Buffer> {
  const within = from % partBytes
  const length = Math.min(PIECE_BYTES, partBytes - within, to - from)
  const slice = sql`substring(bytes from ${within + 1}::integer for ${length}::integer)`
  // Without plugins, because a plugin would copy the row.
  const { rows } = await sql<{ piece: Buffer | null }>`
    select ${selectBytes(slice)} as piece from document_parts
    where user_id = ${userId} and file_id = ${id} and number = ${Math.floor(from / partBytes)}`.execute(
    database.withoutPlugins(),
  )
  const [row] = rows
  const piece = row?.piece
  if (!row || !piece?.length) throw new Error(`A part of the file ${id} is missing`)
  // V8 keeps the row of a finished query until it collects the whole heap (decision 0024): a file of 25 MB would stay in memory.
  row.piece = null
  return piece
}

const BATCH = 100

/**
 * Deletes files that no document refers to: files of interrupted uploads, and of documents that were deleted from the trash.
 * Returns whether there can be more. An upload takes five minutes at most.
 */
export async function deleteUnusedFiles(work: Work): Promise<boolean> {
  const { rows } = await sql<{ userId: string; ids: string[] }>`
    select user_id, array_agg(id) as ids from (
      select stored.user_id, stored.id from document_files as stored
      where stored.created_at < now() - interval '1 hour' and not exists (select from documents
        where documents.user_id = stored.user_id and documents.sha256 = stored.sha256)
      limit ${BATCH}) as unused group by user_id order by user_id`.execute(work)
  let deleted = 0
  for (const { userId, ids } of rows) deleted += await deleteUnusedOf(work, userId, ids)
  return deleted === BATCH
}

/** Deletes the files among `ids` that no document refers to and no upload has locked. */
async function deleteUnusedOf(work: Work, userId: string, ids: string[]): Promise<number> {
  const { numAffectedRows = 0n } = await sql`delete from document_files as file using (
      select stored.id from document_files as stored
      where stored.user_id = ${userId} and stored.id = any(${ids}::uuid[]) and not exists (select from documents
        where documents.user_id = ${userId} and documents.sha256 = stored.sha256)
      for update skip locked) as unused
    where file.user_id = ${userId} and file.id = unused.id`.execute(work)
  return Number(numAffectedRows)
}
