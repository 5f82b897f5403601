/** Stored files in parts: written while the body arrives, read one part at a time (SPEC C111). */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Work } from '#server/database/open.ts'
import { parseBytes } from '#server/database/values.ts'

/** Of all parts but a file's last one. */
export const PART_BYTES = 256 * 1024

/** A file that is stored completely and that no document names yet. */
export type StoredFile = { id: string; sha256: string; bytes: number; parts: number }

type Source = AsyncIterable<Uint8Array>

/**
 * Writes each part on its own, so that a slow client holds no connection. Until `finishFile`, nothing names the file: after a
 * failure or a crash, a job deletes its parts. `look` sees every piece and may throw.
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
    const row = { userId, fileId, number: parts++, bytes: part.subarray(0, filled) }
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

/** From now on documents can name it. A file that the account has already is kept, and this one is deleted. */
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

/** Its parts go with it. Keeps a file that documents can name. */
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

/** The file's bytes in the range, in pieces of up to a part. Throws if a part is missing. */
export async function* readFileParts(
  database: Database | Work,
  userId: string,
  sha256: string,
  { from, to }: ByteRange,
): AsyncGenerator<Buffer> {
  const fileId = await findFile(database, userId, sha256)
  for (let number = Math.floor(from / PART_BYTES); number * PART_BYTES < to; number++) {
    const part = await readPart(database, userId, fileId, number)
    const start = number * PART_BYTES
    yield part.subarray(Math.max(from - start, 0), Math.min(to - start, part.length))
  }
}

async function findFile(
  database: Database | Work,
  userId: string,
  sha256: string,
): Promise<string> {
  const { id } = await database
    .selectFrom('documentFiles')
    .select('id')
    .where('userId', '=', userId)
    .where('sha256', '=', sha256)
    .executeTakeFirstOrThrow()
  return id
}

export async function readPart(
  database: Database | Work,
  userId: string,
  fileId: string,
  number: number,
): Promise<Buffer> {
  const { bytes } = await database
    .selectFrom('documentParts')
    .select('bytes')
    .where('userId', '=', userId)
    .where('fileId', '=', fileId)
    .where('number', '=', number)
    .executeTakeFirstOrThrow()
  return parseBytes(bytes)
}

const BATCH = 100

/**
 * Deletes files that no document names: of uploads that broke off, and of documents that left the trash. Returns whether there can
 * be more. An upload takes five minutes at most.
 */
export async function deleteUnusedFiles(work: Work): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`delete from document_files as file using (
      select stored.user_id, stored.id from document_files as stored
      where stored.created_at < now() - interval '1 hour' and not exists (select from documents
        where documents.user_id = stored.user_id and documents.sha256 = stored.sha256)
      limit ${BATCH} for update skip locked) as unused
    where file.user_id = unused.user_id and file.id = unused.id`.execute(work)
  return Number(numAffectedRows) === BATCH
}
