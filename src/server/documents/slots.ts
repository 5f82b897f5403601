/**
 * How many documents are uploaded and downloaded at once. They take no place in the account's queue (SPEC C111). Each holds
 * about a megabyte, and a connection only while it reads or writes a part. One account has a sixth of them at most.
 */
import { createLimit, createOutsideLimit } from '#server/streaming/concurrency-limit.ts'

export const documentUploads = createLimit('uploads of documents', 4, 24)
export const documentDownloads = createLimit('downloads of documents', 6, 36)

/** Of truck owners, drivers and upload links: none of theirs is missing in the office. */
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
