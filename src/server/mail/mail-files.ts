/** Stores attachments in parts, which are written with their email and deleted when the email is done (SPEC C187). */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { toHeaderText } from '#core/mail/addresses.ts'
import type { Database, Work } from '#server/database/open.ts'
import { bytesParameter, selectBytes } from '#server/database/values.ts'

const PART_BYTES = 256 * 1024

/** `bytes`: the whole file. `reader`: makes a new stream of its pieces each time. */
export type MailFile = { name: string; type: string } & (
  | { bytes: Uint8Array }
  | { reader: () => AsyncIterable<Uint8Array> }
)

export async function writeMailFile(
  work: Work,
  { userId, mailId, number }: { userId: string; mailId: number; number: number },
  file: MailFile,
): Promise<void> {
  const digest = createHash('sha256')
  let [bytes, parts] = [0, 0]
  for await (const part of cut(readMailFile(file))) {
    digest.update(part)
    bytes += part.length
    await work
      .insertInto('mailFileParts')
      .values({ userId, mailId, fileNumber: number, number: parts++, bytes: bytesParameter(part) })
      .execute()
  }
  const name = toFileNameText(file.name)
  const row = { userId, mailId, number, name, type: file.type, bytes }
  await work
    .insertInto('mailFiles')
    .values({ ...row, sha256: digest.digest('hex') })
    .execute()
}

/** The pieces of a file that is not stored yet. */
export async function* readMailFile(file: MailFile): AsyncGenerator<Uint8Array> {
  if ('bytes' in file) yield file.bytes
  else yield* file.reader()
}

/** A name for a header: one line, no path. */
export function toFileNameText(name: string): string {
  return toHeaderText(name.replaceAll(/[/\\":<>|*?]/g, '-')) || 'file'
}

/** The bytes of a stored file. Throws if a part is missing, so that half a file is never sent. */
export async function* readStoredFile(
  database: Database | Work,
  userId: string,
  { mailId, number, bytes }: { mailId: number; number: number; bytes: number },
): AsyncGenerator<Buffer> {
  let read = 0
  for (let part = 0; read < bytes; part++) {
    const { rows } = await sql<{ piece: Buffer }>`
      select ${selectBytes(sql`bytes`)} as piece from mail_file_parts
      where user_id = ${userId} and mail_id = ${mailId} and file_number = ${number} and number = ${part}`.execute(
      database,
    )
    const piece = rows[0]?.piece
    if (!piece?.length)
      throw new Error(`Part ${part} of file ${number} of the mail ${mailId} is missing`)
    read += piece.length
    yield piece
  }
}

async function* cut(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let kept: Buffer = Buffer.alloc(0)
  for await (const piece of source) {
    kept = kept.length ? Buffer.concat([kept, piece]) : Buffer.from(piece)
    for (; kept.length >= PART_BYTES; kept = kept.subarray(PART_BYTES))
      yield kept.subarray(0, PART_BYTES)
  }
  if (kept.length) yield kept
}
