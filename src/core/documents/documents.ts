/** Papers of loads: rate confirmations, bills of lading, receipts (SPEC C110–C113). */
import { z } from 'zod'
import { BYTES_PER_MB } from '#core/bytes.ts'
import { STOPS } from '#core/charges/kinds.ts'
import type { Listing } from '#core/entities/entity.ts'
import { SHORT_LENGTH } from '#core/fields/checks.ts'
import { choice, reference } from '#core/fields/fields.ts'
import { optionalText, text } from '#core/fields/text.ts'
import { DOCUMENT_KINDS } from './kinds.ts'

/** `sent-back`: the driver is asked for a better copy. The document does not prove that the BOL was received. */
export const VERDICTS = [
  { value: 'unseen', label: 'Not Checked' },
  { value: 'readable', label: 'Readable' },
  { value: 'sent-back', label: 'Sent Back' },
] as const

export type Verdict = (typeof VERDICTS)[number]['value']

export const FILE_TYPES = ['application/pdf', 'image/jpeg', 'image/png'] as const

export type FileType = (typeof FILE_TYPES)[number]

export const LARGEST_FILE = 25 * BYTES_PER_MB
export const MAX_PAGES = 100
/** Programs that open PDFs look for the mark "%PDF-" in these first bytes (SPEC C420). */
export const PDF_HEAD_BYTES = 1024
/** The maximum number of documents of one load. Earlier copies count, deleted documents don't. */
export const MAX_DOCUMENTS = 50
/** The maximum number of documents of one load when someone outside the office uploads. The rest is for the office. */
export const MAX_SENT_DOCUMENTS = 40
/** The maximum that one person in the portal can send within 24 hours. */
export const MAX_SENT_IN_A_DAY = { documents: 100, bytes: 500 * BYTES_PER_MB }

export const documentMessages = {
  type: 'The file must be a PDF, JPEG or PNG. On an iPhone: Settings → Camera → Formats → Most Compatible',
  tooLarge: 'The file must be 25 MB or less',
  empty: 'The file is empty',
  noLength: 'Send the size of the file as Content-Length',
  truncated: 'The file is incomplete. Please upload it again.',
  damaged: 'The file is damaged and can’t be opened',
  damagedInside:
    'Parts of the PDF are damaged, so it can’t be copied into an invoice packet. Print it to a new PDF and upload that one.',
  xfa: 'Only Adobe Acrobat can show this form. Print it to a new PDF and upload that one.',
  portfolio: 'The PDF is a portfolio of other files. Upload these files instead.',
  mixed: 'The file contains more than one kind of file. Save it again as a PDF, JPEG or PNG.',
  password: 'The PDF asks for a password. Save it without a password and upload it again.',
  tooManyPages: `A document can have at most ${MAX_PAGES} pages`,
  tooComplex: 'The PDF could not be checked in time. Print it to a new PDF and upload that one.',
  tooManyPixels: 'The picture has too many pixels. Save it smaller.',
  tooManySegments: 'The picture is built in an unusual way. Save it again as a JPEG or PNG.',
  tooMany: `This load already has ${MAX_DOCUMENTS} documents, which is the maximum`,
  tooManySent: `This load already has ${MAX_SENT_DOCUMENTS} documents. Ask your carrier to delete some.`,
  tooManyInADay: `You sent ${MAX_SENT_IN_A_DAY.documents} documents or ${MAX_SENT_IN_A_DAY.bytes / BYTES_PER_MB} MB within a day, which is the maximum. Please send the others tomorrow.`,
  alreadyThere: (name: string) => `This file was already uploaded: ${name}`,
  wasReplaced: 'A newer copy has already replaced this document. Replace that one.',
  otherLoad: 'A copy must belong to the same load as the document it replaces',
  wasSent: 'This document was sent and can’t be deleted. Upload a better copy to replace it.',
  revenue: 'Rate confirmations show what the load pays, which your role does not see',
  noLoad: 'This load was not found',
  path: 'The file name can’t contain "/" or "\\"',
  uploadFailed: 'Failed to upload the document',
  saveFailed: 'Failed to save the document',
  deleteFailed: 'Failed to delete the document',
  /** Messages by what happens to the document. `charges`: the names of the charges. */
  approves: {
    delete: (charges: readonly string[]) =>
      `This document shows the approval of ${nameCharges(charges)}. Delete it anyway?`,
    replace: (charges: readonly string[]) =>
      `This document shows the approval of ${nameCharges(charges)}, which stays linked to this earlier copy. Replace it anyway?`,
    move: (charges: readonly string[]) =>
      `This document shows the approval of ${nameCharges(charges)} on its load. Move it anyway?`,
  },
}

/** "the charge Detention", "the charges Detention and Layover". */
function nameCharges(charges: readonly string[]): string {
  const names = new Intl.ListFormat('en-US').format(charges)
  return `the ${charges.length === 1 ? 'charge' : 'charges'} ${names}`
}

const confirmed = z
  .literal('charge')
  .optional()
  .describe('The document shows the approval of a charge, and a person confirmed (409)')

/** The query of requests that delete, replace or move a document. */
export const confirmedQuery = z.object({ confirmed })

const fields = {
  loadId: reference('Load', 'loads', 'None'),
  kind: choice('Document Type', DOCUMENT_KINDS, { formDefault: 'other', defaultValue: 'other' }),
  originalName: text('File Name'),
  stop: optionalText('Stop'),
  verdict: choice('Check', VERDICTS, { formDefault: 'unseen', defaultValue: 'unseen' }),
  verdictReason: optionalText('Sent Back Because'),
}

/** Documents, declared like an entity for the audit log, the trash and the account's CSV files. */
export const documentRecords = {
  name: 'documents',
  singular: 'Document',
  title: 'Documents',
  description: 'Documents of loads.',
  label: 'originalName',
  fields,
  columns: ['originalName'],
} as const satisfies Listing

const kinds = DOCUMENT_KINDS.map(({ value }) => value)
const stops = STOPS.map(({ value }) => value)
const verdicts = VERDICTS.map(({ value }) => value)
const kindSchema = z.enum(kinds)
const stopSchema = z.enum(stops).nullable()
const reasonSchema = optionalText('Reason').schema

/** A file name as a browser sends it: no path, no control characters. */
const fileName = text('File Name').schema.refine((name) => !/[/\\]/.test(name), {
  error: documentMessages.path,
})

/** The query of an upload, which describes its file. */
export const uploadQuery = z.object({
  name: fileName
    .default('document')
    .describe(`The file's name, at most ${SHORT_LENGTH} characters`),
  kind: kindSchema.default('other'),
  stop: z.enum(stops).optional(),
  replaces: z.coerce.number().int().positive().optional().describe('The document that it replaces'),
  confirmed,
})

export type UploadQuery = z.output<typeof uploadQuery>

export const documentSchema = z.object({
  id: z.int(),
  loadId: z
    .int()
    .nullable()
    .describe('Null in the inbox, and for a document that is kept elsewhere'),
  factorId: z.int().nullable().describe('The factor whose release letter it is'),
  checkId: z.int().nullable().describe('The check of a broker that it belongs to'),
  leaseId: z.int().nullable().describe('The lease whose copy it is'),
  loadNumber: z.string().nullable().describe('Null without a load'),
  name: z.string().describe('The name to show and to download'),
  kind: kindSchema,
  stop: stopSchema,
  originalName: z.string(),
  type: z.enum(FILE_TYPES),
  pages: z.int(),
  bytes: z.int(),
  sha256: z.string(),
  verdict: z.enum(verdicts),
  verdictReason: z.string().nullable(),
  replacesId: z.int().nullable(),
  replacedById: z.int().nullable().describe('The newer copy'),
  uploadedBy: z.guid().nullable().describe('The person; null if it came through an upload link'),
  uploadLinkId: z.int().nullable(),
  uploader: z.string().nullable().describe('The name of the person, or whose upload link it was'),
  uploadedAt: z.iso.datetime(),
  sentAt: z.iso.datetime().nullable(),
  suggestedLoad: z
    .object({ id: z.int(), number: z.string() })
    .nullable()
    .describe('In the inbox: the load whose number is in the name of the file'),
  mayOpen: z.boolean().describe('False for a rate confirmation if the role hides revenue'),
  version: z.int(),
})

export type DocumentFacts = z.output<typeof documentSchema>

/** A change to a document. An omitted field keeps its value. */
export const documentChange = z
  .object({
    kind: kindSchema,
    loadId: z.int().positive().nullable(),
    stop: stopSchema,
    verdict: z.enum(verdicts),
    verdictReason: reasonSchema,
  })
  .partial()

export type DocumentChange = z.output<typeof documentChange>

const MAX_DOCUMENTS_READ = 200

export const documentsQuery = z.object({
  load: z.literal('none').optional().describe('Only the inbox: documents without a load'),
  before: z.coerce.number().int().positive().optional().describe('Only those with a lower id'),
  limit: z.coerce.number().int().min(1).max(MAX_DOCUMENTS_READ).default(100),
})

export type DocumentsQuery = z.output<typeof documentsQuery>
