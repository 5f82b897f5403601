/** How many documents are uploaded and downloaded at once. They take no place in the account's queue (SPEC C111). */
import { createLimit } from '#server/streaming/concurrency-limit.ts'

/** Each holds about a megabyte, and a connection only while it writes a part. */
export const documentUploads = createLimit('uploads of documents', 4, 16)
export const documentDownloads = createLimit('downloads of documents', 6, 24)
