/**
 * How many documents are uploaded and downloaded at once, apart from the account's queue (SPEC C111). Each holds about a
 * megabyte, and a connection only while it reads or writes a part. One account has at most a sixth of them.
 */
import { createLimit, createOutsideLimit } from '#server/streaming/concurrency-limit.ts'

export const documentUploads = createLimit('uploads of documents', 4, 24)
export const documentDownloads = createLimit('downloads of documents', 6, 36)

/** The separate limits of truck owners, drivers and upload links: they never use those of the office. */
export const outsideUploads = createOutsideLimit('uploads of documents', {
  perPerson: 2,
  perAccount: 4,
  overall: 24,
})
export const outsideDownloads = createOutsideLimit('downloads of documents', {
  perPerson: 3,
  perAccount: 6,
  overall: 36,
})
