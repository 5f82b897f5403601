/** An upload of a driver or a truck owner, by a link or in the portal (SPEC C136, C137). */
import { MAX_SENT_DOCUMENTS } from '#core/documents/documents.ts'
import { linkMessages, type SentDocument } from '#core/documents/upload-links.ts'
import { RequestError } from '#server/errors.ts'
import { announce } from './arrivals.ts'
import type { DocumentStore } from './document-store.ts'
import { storeDocument, type RepeatableUpload, type Upload } from './store-document.ts'

type Sending<Sent extends SentDocument> = {
  upload: Upload & { loadId: number }
  /** The name that the office reads: "Eve". */
  sender: string
  request: RepeatableUpload
  /** What the sender may know of what they sent. */
  readOwn: () => Promise<Sent[]>
}

/**
 * Stores the file and tells the office. A file that the sender has sent already is answered like the first time. Throws what
 * `storeDocument` throws, and 409 without naming it if another person sent this file.
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
