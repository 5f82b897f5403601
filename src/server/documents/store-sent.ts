/** Stores uploads of drivers and truck owners, by a link or in the portal (SPEC C136, C137, C153). */
import { sql } from 'kysely'
import {
  documentMessages,
  MAX_SENT_DOCUMENTS,
  MAX_SENT_IN_A_DAY,
} from '#core/documents/documents.ts'
import { linkMessages, type SentDocument } from '#core/documents/upload-links.ts'
import type { Work } from '#server/database/open.ts'
import { RequestError } from '#server/errors.ts'
import { announce } from './arrivals.ts'
import type { DocumentStore } from './document-store.ts'
import { storeDocument, type RepeatableUpload, type Upload } from './store-document.ts'

type Sending<Sent extends SentDocument> = {
  upload: Upload & { loadId: number }
  /** The name that the office reads: "Eve". */
  sender: string
  request: RepeatableUpload
  /** Reads the sender's documents, with only the facts that the sender may see. */
  readOwn: () => Promise<Sent[]>
}

/**
 * Stores the file and notifies the office. A file that the sender has already sent gets the same response as the first time.
 * Throws what `storeDocument` throws, and 409 without the document's name if another person has sent this file.
 */
export async function storeSent<Sent extends SentDocument>(
  store: DocumentStore,
  { upload, sender, request, readOwn }: Sending<Sent>,
): Promise<Sent> {
  const { userId, loadId, within } = upload
  const id = await storeOnce(store, request, {
    ...upload,
    most: MAX_SENT_DOCUMENTS,
    within: async (work, file) => {
      await within?.(work, file)
      await announce(work, { userId, loadId, sender })
    },
  })
  const sent = (await readOwn()).find((one) => one.id === id)
  if (!sent) throw new RequestError(409, linkMessages.alreadyThere)
  return sent
}

async function storeOnce(
  store: DocumentStore,
  request: RepeatableUpload,
  upload: Upload,
): Promise<number> {
  try {
    return (await storeDocument(store, upload, request)).id
  } catch (error) {
    const same = error instanceof RequestError && error.statusCode === 409 ? error.more.id : null
    if (typeof same === 'number') return same
    throw error
  }
}

const AN_HOUR = 60 * 60

/** Limits how much a person can send from the portal in a day. Deleted documents count too. Throws 429. */
export async function rejectOverDailyLimit(
  work: Work,
  userId: string,
  personId: string,
): Promise<void> {
  const { rows } = await sql<{ documents: number; bytes: number }>`
    select count(*) as documents, coalesce(sum(bytes), 0)::bigint as bytes from documents
    where user_id = ${userId} and uploaded_by = ${personId} and uploaded_at > now() - interval '1 day'`.execute(
    work,
  )
  const { documents = 0, bytes = 0 } = rows[0] ?? {}
  if (documents >= MAX_SENT_IN_A_DAY.documents || bytes >= MAX_SENT_IN_A_DAY.bytes)
    throw new RequestError(429, documentMessages.tooManyInADay, { retryAfter: AN_HOUR })
}
