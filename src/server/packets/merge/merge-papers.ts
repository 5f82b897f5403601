/** Merges papers in their order into one PDF, with a stamp on every page (SPEC C175, C176). Runs in a worker thread. */
import { ParseSpeeds, PDFDocument, type PDFPage } from '@cantoo/pdf-lib'
import { stampText } from '#core/packets/stamp.ts'
import type { FileType } from '#core/documents/documents.ts'
import type { UnreadableReason } from '#core/packets/packets.ts'
import { addPicturePage, PictureError } from './picture-page.ts'
import { prepareAnnotations } from './prepare-annotations.ts'
import { openStamper } from './stamp-page.ts'

/** `label`: the text of its stamps. `pages`: the page count when it was stored, null if unknown. */
export type MergedPaper = {
  bytes: Uint8Array
  type: FileType
  label: string
  pages: number | null
}

/** `papers`: the page count of each paper. `failures`: the papers that can't be in a packet, by their positions from 0. */
export type Merged =
  | { pdf: Uint8Array; pages: number; papers: number[] }
  | { failures: { paper: number; reason: UnreadableReason }[] }

/** The page numbers of a part of a packet: the number of its first page, and the page count of all parts. */
export type Numbering = { first: number; total: number }

/** Merges the papers. The same papers make the same bytes. */
export async function mergePapers(
  papers: readonly MergedPaper[],
  numbering?: Numbering,
): Promise<Merged> {
  const packet = await PDFDocument.create({ updateMetadata: false })
  const added: { label: string; pages: PDFPage[] }[] = []
  const failures: { paper: number; reason: UnreadableReason }[] = []
  const stamper = await openStamper(packet)
  for (const [index, paper] of papers.entries()) {
    try {
      const pages = await addPaper(packet, paper)
      for (const page of pages) stamper.makeRoom(page)
      added.push({ label: paper.label, pages })
    } catch (error) {
      failures.push({ paper: index, reason: readReason(error) })
    }
  }
  if (failures.length) return { failures }
  const counts = added.map(({ pages }) => pages.length)
  const pageCount = counts.reduce((sum, count) => sum + count, 0)
  const { first, total } = numbering ?? { first: 1, total: pageCount }
  let number = first
  for (const { label, pages } of added)
    for (const page of pages) {
      packet.addPage(page)
      stamper.stamp(page, stampText(label, number++, total))
    }
  const pdf = await packet.save({
    useObjectStreams: true,
    addDefaultPage: false,
    updateFieldAppearances: false,
    objectsPerTick: Infinity,
  })
  return { pdf, pages: pageCount, papers: counts }
}

class UnreadableError extends Error {
  readonly reason: UnreadableReason

  constructor(reason: UnreadableReason) {
    super(reason)
    this.reason = reason
  }
}

function readReason(error: unknown): UnreadableReason {
  if (error instanceof UnreadableError) return error.reason
  return error instanceof PictureError ? 'pixels' : 'damaged'
}

/** Copies the paper's pages into the PDF, but does not add them to the packet's pages yet. Throws if it can't be read. */
async function addPaper(packet: PDFDocument, paper: MergedPaper): Promise<PDFPage[]> {
  if (paper.type !== 'application/pdf') return [await addPicturePage(packet, paper)]
  const source = await openPdf(paper.bytes)
  const pages = source.getPages()
  if (!pages.length) throw new UnreadableError('empty')
  // This library skips pages that it can't read. A different library counted them when the paper was stored.
  if (paper.pages !== null && pages.length !== paper.pages) throw new UnreadableError('damaged')
  for (const page of pages) prepareAnnotations(page.node)
  return packet.copyPages(source, source.getPageIndices())
}

/**
 * Opens the PDF with an empty password, as every PDF viewer does, because many scanners set only an owner's password.
 * Throws.
 */
async function openPdf(bytes: Uint8Array): Promise<PDFDocument> {
  try {
    return await PDFDocument.load(bytes, {
      password: '',
      updateMetadata: false,
      parseSpeed: ParseSpeeds.Fastest,
    })
  } catch (error) {
    throw new UnreadableError(asksForPassword(error) ? 'password' : 'damaged')
  }
}

function asksForPassword(error: unknown): boolean {
  return error instanceof Error && /password|encrypt/i.test(`${error.name} ${error.message}`)
}
