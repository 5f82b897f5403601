/** The contents and the missing papers of an invoice's packet, without reading a file (SPEC C175, C178, C180). */
import { nameDocument, toFileName } from '#core/documents/document-name.ts'
import { sortPapers } from '#core/packets/paper-order.ts'
import {
  LARGEST_PACKET,
  MAX_PACKET_PAGES,
  packetMessages,
  type Packet,
  type PacketPaper,
} from '#core/packets/packets.ts'
import { labelPaper } from '#core/packets/stamp.ts'
import { listPapers } from '#core/required-papers/required-papers.ts'
import type { Database, Work } from '#server/database/open.ts'
import { readPapersToSend } from '#server/documents/sent/papers-to-send.ts'
import { readPacketInvoice, type PacketInvoice } from '#server/invoices/packet-invoice.ts'
import { readOrderInForce } from './orders.ts'

/** `label`: what is stamped on it, without page numbers. */
export type LabeledPaper = PacketPaper & { label: string }

export type Contents = Pick<Packet, 'title' | 'missing' | 'problems'> & {
  invoice: PacketInvoice
  papers: LabeledPaper[]
  fileName: string
}

/** `locked`: locks the invoice until the transaction ends. Throws 404. */
export async function readContents(
  work: Database | Work,
  userId: string,
  invoiceId: number,
  options: { locked?: boolean } = {},
): Promise<Contents> {
  const invoice = await readPacketInvoice(work, userId, invoiceId, options)
  const { loads } = invoice
  const title = nameInvoice(invoice)
  const loadIds = loads.map(({ id }) => id)
  const isCredit = invoice.kind === 'credit-note'
  const documents = isCredit ? [] : await readPapersToSend(work, userId, loadIds)
  const numbers = new Map(loads.map(({ id, number }) => [id, number]))
  const invoicePaper: LabeledPaper = {
    documentId: null,
    kind: 'invoice',
    type: 'application/pdf',
    name: `${toFileName(title)}.pdf`,
    loadId: null,
    loadNumber: null,
    pages: null,
    bytes: null,
    sha256: null,
    label: labelPaper(
      title,
      loads.map(({ number }) => number),
    ),
  }
  const papers = documents.map(({ id, originalName, ...document }): LabeledPaper => {
    const loadNumber = numbers.get(document.loadId) ?? ''
    const name = nameDocument({ ...document, originalName, loadNumber })
    return { ...document, documentId: id, loadNumber, name, label: labelPaper(title, [loadNumber]) }
  })
  const kinds = await readOrderInForce(work, userId, invoice.brokerId)
  const sorted = sortPapers([invoicePaper, ...papers], kinds, loadIds)
  return {
    invoice,
    title,
    papers: sorted,
    missing: isCredit ? [] : listMissing(invoice),
    problems: listProblems(invoice, sorted),
    fileName: nameFile(title),
  }
}

/** "Invoice 1042", "Credit note 7". A draft has no number. */
function nameInvoice({ kind, number }: PacketInvoice): string {
  return [kind === 'invoice' ? 'Invoice' : 'Credit note', number].filter(Boolean).join(' ')
}

/** "invoice-1042.pdf": safe in a header. */
function nameFile(title: string): string {
  return `${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.pdf`
}

function listMissing({ loads }: PacketInvoice): Packet['missing'] {
  return loads.flatMap(({ id, number, missing }) =>
    missing === null
      ? []
      : [
          {
            loadId: id,
            loadNumber: number,
            papers: listPapers(missing),
            message: packetMessages.missing(number, missing),
          },
        ],
  )
}

function listProblems({ state }: PacketInvoice, papers: LabeledPaper[]): Packet['problems'] {
  const sum = (figure: 'bytes' | 'pages') =>
    papers.reduce((total, paper) => total + (paper[figure] ?? 0), 0)
  const messages = [
    ...(state === 'draft' ? [packetMessages.draft] : []),
    ...(state === 'void' ? [packetMessages.void] : []),
    ...(sum('bytes') > LARGEST_PACKET ? [packetMessages.tooLarge] : []),
    ...(sum('pages') > MAX_PACKET_PAGES ? [packetMessages.tooManyPages] : []),
  ]
  return messages.map((message) => ({ documentId: null, message }))
}
