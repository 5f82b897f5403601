/**
 * How many documents are uploaded and downloaded at once, apart from the account's queue (SPEC C111). Each holds about a
 * megabyte, and a connection only while it reads or writes a part. One account has at most a sixth of them.
 */
import { createLimit } from '#server/streaming/concurrency-limit.ts'

export const documentUploads = createLimit({
  what: 'uploads of documents',
  perAccount: 4,
  overall: 24,
})
export const documentDownloads = createLimit({
  what: 'downloads of documents',
  perAccount: 6,
  overall: 36,
})

/** The separate limits of people outside the office (truck owners, drivers, upload links), who never use those of the office. */
export const outsideUploads = createLimit({
  what: 'uploads of documents',
  perPerson: 2,
  perAccount: 4,
  overall: 24,
})
export const outsideDownloads = createLimit({
  what: 'downloads of documents',
  perPerson: 3,
  perAccount: 6,
  overall: 36,
})
