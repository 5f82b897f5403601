/** Links by which someone without a login uploads the papers of one load (SPEC C135, C136). */
import { z } from 'zod'
import { documentSchema, MAX_DOCUMENTS, uploadQuery } from './documents.ts'

/** The screen of a link. The token follows "#", so no server or proxy sees it. */
export const UPLOAD_PATH = '/upload'
/** The request header with the token. */
export const UPLOAD_HEADER = 'haulbook-upload'
export const LINK_DAYS = { default: 7, max: 60 }
/** The maximum number of uploads through one link. */
export const MAX_UPLOADS = MAX_DOCUMENTS
export const MAX_UPLOADED_BYTES = 250_000_000
/** The maximum number of open links of one load. */
export const MAX_OPEN_LINKS = 20

export const linkMessages = {
  /** One message for a link that is unknown, used up, revoked or expired, or whose load or account is gone. */
  invalid: 'This link is no longer valid. Ask for a new one.',
  days: `Days must be a whole number from 1 to ${LINK_DAYS.max}`,
  tooMany: `This load already has ${MAX_OPEN_LINKS} open links. Revoke one first.`,
  noKey: 'Send an Idempotency-Key with each upload',
  alreadyThere: 'This file was already uploaded',
  makeFailed: 'Failed to create the link',
  revokeFailed: 'Failed to revoke the link',
}

/** What drivers photograph. Rate confirmations stay between broker and office. */
export const DRIVER_KINDS = [
  'bol',
  'pod',
  'lumper-receipt',
  'scale-ticket',
  'detention-proof',
  'other',
] as const

export type DriverKind = (typeof DRIVER_KINDS)[number]

/** The query of a driver's upload, which describes its file. */
export const driverUploadQuery = z.object({
  name: uploadQuery.shape.name,
  kind: z.enum(DRIVER_KINDS, 'Choose a document type').default('other'),
})

export const newLinkSchema = z.object({
  days: z
    .int(linkMessages.days)
    .min(1, linkMessages.days)
    .max(LINK_DAYS.max, linkMessages.days)
    .default(LINK_DAYS.default),
})

/** A link as the office sees it. No one sees its token again. */
export const uploadLinkSchema = z.object({
  id: z.int(),
  madeBy: z.string().describe('The name of the person'),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable().describe('Time of the last upload'),
  uploads: z.int(),
})

export type UploadLink = z.output<typeof uploadLinkSchema>

/** `link`: the path with the token. It is returned only once. */
export const madeLinkSchema = uploadLinkSchema.extend({ link: z.string() })

export type MadeLink = z.output<typeof madeLinkSchema>

/** A document as its sender sees it. */
export const sentDocumentSchema = documentSchema.pick({
  id: true,
  kind: true,
  type: true,
  pages: true,
  bytes: true,
  verdict: true,
  verdictReason: true,
  uploadedAt: true,
})

export type SentDocument = z.output<typeof sentDocumentSchema>

const place = z.object({ city: z.string().nullable(), state: z.string() })

/** Everything that a link shows. */
export const openLinkSchema = z.object({
  carrier: z.string().nullable().describe('Company name; null until it is saved'),
  load: z.string().describe('Load number'),
  pickup: place,
  delivery: place,
  documents: z.array(sentDocumentSchema).describe('What was uploaded through this link'),
})

export type OpenLink = z.output<typeof openLinkSchema>
