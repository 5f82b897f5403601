/** The packet of an invoice: the invoice and the papers of its loads as one PDF (SPEC C175–C181). */
import { z } from 'zod'
import { BYTES_PER_MB } from '#core/bytes.ts'
import { FILE_TYPES } from '#core/documents/documents.ts'
import { day } from '#core/fields/fields.ts'
import { optionalText, text } from '#core/fields/text.ts'
import { formatInteger } from '#core/pluralize.ts'
import { listPapers } from '#core/required-papers/required-papers.ts'
import { ORDERED_KINDS } from './paper-order.ts'

/** The maximum size of all papers of a packet. They are in memory while they are merged. */
export const LARGEST_PACKET = 60 * BYTES_PER_MB
export const MAX_PACKET_PAGES = 1_000

/** Why a paper can't be in a packet. */
export type UnreadableReason =
  | 'password'
  | 'damaged'
  | 'empty'
  | 'pixels'
  | 'complex'
  | 'field'
  | 'lost'
  | 'xfa'
  | 'portfolio'

const BETTER_COPY = 'Upload a better copy.'
const PRINTED_COPY = 'Print it to a new PDF and upload that one.'

/** `detail`: the name of the field, or the number of the page. */
const UNREADABLE: Record<UnreadableReason, (detail: string) => string> = {
  password: () => `is password-protected. ${BETTER_COPY}`,
  damaged: () => `is damaged and can’t be read. ${BETTER_COPY}`,
  empty: () => `has no pages. ${BETTER_COPY}`,
  pixels: () => `has too many pixels. ${BETTER_COPY}`,
  complex: () => `takes too long to read. ${PRINTED_COPY}`,
  field: (name) => `has a filled field that can’t be copied: ${name}. ${PRINTED_COPY}`,
  lost: (page) => `loses text or a picture on page ${page} when it is copied. ${PRINTED_COPY}`,
  xfa: () => `is a form that only Adobe Acrobat can show. ${PRINTED_COPY}`,
  portfolio: () => 'is a portfolio of other files. Upload these files instead.',
}

export const CHANNELS = [
  { value: 'download', label: 'By Hand' },
  { value: 'mail', label: 'Email' },
  { value: 'portal', label: 'Broker’s Portal' },
  { value: 'factor', label: 'Factor' },
] as const

export type Channel = (typeof CHANNELS)[number]['value']

export const packetMessages = {
  draft: 'Approve the invoice first. A draft has no number.',
  void: 'This invoice is void',
  gone: 'This invoice was deleted',
  /** "Load 4711: no BOL, no Lumper Receipt". `missing`: "bol,lumper-receipt". */
  missing: (loadNumber: string, missing: string) =>
    `Load ${loadNumber}: ${listPapers(missing)
      .map((paper) => `no ${paper}`)
      .join(', ')}`,
  /** "BOL 4711 (2 p).pdf is password-protected. Upload a better copy." */
  unreadable: (name: string, reason: UnreadableReason, detail = '') =>
    `${name} ${UNREADABLE[reason](detail)}`,
  tooLarge: `The documents of this invoice are larger than ${LARGEST_PACKET / BYTES_PER_MB} MB together. Replace the largest with smaller copies.`,
  tooManyPages: `The documents of this invoice have more than ${formatInteger(MAX_PACKET_PAGES)} pages together`,
  failed: 'The documents could not be merged. Replace the newest document with a better copy.',
  changed: 'The documents of this invoice changed in the meantime. Check the packet again.',
  differs: 'This packet can’t be rebuilt exactly as it was sent. Nothing was downloaded.',
  alreadyUndone: 'Already marked as not sent',
  sendFailed: 'Failed to mark as sent',
  undoFailed: 'Failed to mark the invoice as not sent',
}

/** The most packets in one ZIP. */
export const MAX_PACKETS = 100

const wrongIds = 'ids must be invoice ids, such as "1,2"'

/** The query of the ZIP of packets, without duplicates (SPEC C351). */
export const packetsZipQuery = z.object({
  ids: z
    .string(wrongIds)
    .regex(/^[1-9]\d{0,14}(?:,[1-9]\d{0,14})*$/, wrongIds)
    .transform((text) => [...new Set(text.split(',').map(Number))])
    .refine((ids) => ids.length <= MAX_PACKETS, `At most ${MAX_PACKETS} packets at once`)
    .describe(`Ids of approved invoices, separated by commas; at most ${MAX_PACKETS}`),
})

/** Address of the ZIP of the packets. */
export const packetsZipPath = (ids: readonly number[]) =>
  `/api/invoices/packets.zip?ids=${ids.join(',')}`

const kinds = ORDERED_KINDS.map(({ value }) => value)
const channels = CHANNELS.map(({ value }) => value)

const paperSchema = z.object({
  documentId: z.int().nullable().describe('Null: the invoice'),
  kind: z.enum(kinds),
  loadId: z.int().nullable(),
  loadNumber: z.string().nullable(),
  name: z.string(),
  type: z.enum(FILE_TYPES),
  pages: z.int().nullable().describe('Null: not counted yet'),
  bytes: z.int().nullable(),
  sha256: z.string().nullable(),
})

/** A paper that will be in the packet. */
export type PacketPaper = z.output<typeof paperSchema>

/** A paper that was in a packet, with what was stamped on it, without page numbers. */
export type SentPaper = PacketPaper & {
  label: string
  pages: number
  bytes: number
  sha256: string
}

export const packetSchema = z.object({
  title: z.string().describe('"Invoice 1042"; for a draft "Invoice"'),
  fileName: z.string().nullable().describe('Null: it can’t be made yet'),
  papers: z.array(paperSchema).describe('In their order'),
  missing: z.array(
    z.object({
      loadId: z.int(),
      loadNumber: z.string(),
      papers: z.array(z.string()).describe('"BOL"'),
      message: z.string().describe('"Load 4711: no BOL"'),
    }),
  ),
  problems: z
    .array(z.object({ documentId: z.int().nullable(), message: z.string() }))
    .describe('Why it can’t be made, other than missing documents'),
  made: z
    .object({ sha256: z.string(), pages: z.int(), bytes: z.int() })
    .nullable()
    .describe('Null: not asked for, or it can’t be made'),
})

export type Packet = z.output<typeof packetSchema>

export const packetQuery = z.object({
  make: z.literal('1').optional().describe('Makes the packet, to check its size and its documents'),
})

export const sendingSchema = z.object({
  id: z.int(),
  channel: z.enum(channels),
  note: z.string().nullable(),
  sentOn: z.iso.date().nullable().describe('Null: the mail server has not accepted it yet'),
  askedOn: z.iso.date(),
  sentBy: z.string().nullable().describe('The name of the person'),
  sha256: z.string(),
  pages: z.int(),
  bytes: z.int(),
  papers: z.array(paperSchema.extend({ label: z.string() })),
  undoneOn: z.iso.date().nullable(),
  undoneBy: z.string().nullable(),
  undoneReason: z.string().nullable(),
  version: z.int(),
})

export type Sending = z.output<typeof sendingSchema>

export const newSendingSchema = z.object({
  channel: z.enum(channels).exclude(['mail']),
  sentOn: day('Sent On').schema,
  confirmed: z.array(z.string()).max(10).default([]).describe('"sentOn" for an unusual day'),
  note: optionalText('Note').schema.default(null),
  sha256: z
    .string()
    .regex(/^[\da-f]{64}$/)
    .optional()
    .describe('Of the packet that the person saw. 409 if the packet changed'),
})

export type NewSending = z.output<typeof newSendingSchema>

export const undoneSendingSchema = z.object({
  undoneOn: day('Date').schema,
  reason: text('Reason').schema,
})

export type UndoneSending = z.output<typeof undoneSendingSchema>
