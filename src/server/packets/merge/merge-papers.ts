/** Merges papers in their order into one PDF, with a stamp on every page (SPEC C175, C176). Runs in a worker thread. */
import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFObjectCopier,
  PDFPage,
  PDFRef,
} from '@cantoo/pdf-lib'
import type { FileType } from '#core/documents/documents.ts'
import type { UnreadableReason } from '#core/packets/packets.ts'
import { stampText } from '#core/packets/stamp.ts'
import { drawFields, FieldError, type Likeness } from './form-fields.ts'
import { type PictureTurn, readJpegTurn } from './jpeg-turn.ts'
import { openPdf, UnreadableError } from './open-pdf.ts'
import { LETTER } from './page-box.ts'
import { readPlainPng } from './plain-png.ts'
import { prepareAnnotations } from './prepare-annotations.ts'
import { openStamper, STRIP } from './stamp-page.ts'
import { findUnshown } from './unshown.ts'

/**
 * `label`: the text of its stamps. `pages`: the page count when it was stored, null if unknown. `isLookedAt`: its pages were whole
 * in an earlier packet.
 */
export type MergedPaper = {
  bytes: Uint8Array
  type: FileType
  label: string
  pages: number | null
  isLookedAt?: boolean
}

/** Why a paper can't be in a packet. `detail`: the name of the field, or the number of the page. */
export type Failure = { reason: UnreadableReason; detail?: string }

/** `papers`: the page count of each paper. `failures`: the papers that can't be in a packet, by their positions from 0. */
export type Merged =
  | { pdf: Uint8Array; pages: number; papers: number[] }
  | { failures: (Failure & { paper: number })[] }

/**
 * `isEarlier`: merges as version 1.0.0 did, for packets that were sent then. `onStep`: called before each step. With n papers, the
 * steps 0 to n - 1 add them, n saves the packet, and n + 1 to 2 n look at them.
 */
export type Way = { isEarlier?: boolean; onStep?: (step: number) => void }

/** The page numbers of a part of a packet: the number of its first page, and the page count of all parts. */
export type Numbering = { first: number; total: number }

type Added = { label: string; pages: PDFPage[]; layers: Layers; fields: Map<string, Likeness> }

const NO_FIELDS = new Map<string, Likeness>()

/** Merges the papers. The same papers make the same bytes. */
export async function mergePapers(
  papers: readonly MergedPaper[],
  numbering?: Numbering,
  { isEarlier = false, onStep = () => undefined }: Way = {},
): Promise<Merged> {
  const packet = await PDFDocument.create({ updateMetadata: false })
  const added: Added[] = []
  const failures: (Failure & { paper: number })[] = []
  const stamper = await openStamper(packet)
  for (const [index, paper] of papers.entries()) {
    onStep(index)
    try {
      const one = await addPaper(packet, paper, isEarlier)
      for (const page of one.pages) stamper.makeRoom(page)
      added.push(one)
    } catch (error) {
      failures.push({ paper: index, ...readFailure(error) })
    }
  }
  if (failures.length) return { failures }
  onStep(papers.length)
  const counts = added.map(({ pages }) => pages.length)
  const pageCount = counts.reduce((sum, count) => sum + count, 0)
  const { first, total } = numbering ?? { first: 1, total: pageCount }
  const stamps: string[] = []
  for (const { label, pages } of added)
    for (const page of pages) {
      packet.addPage(page)
      stamps.push(stamper.stamp(page, stampText(label, first + stamps.length, total)))
    }
  hideLayers(
    packet,
    added.map(({ layers }) => layers),
  )
  const pdf = await packet.save({
    useObjectStreams: true,
    addDefaultPage: false,
    updateFieldAppearances: false,
    objectsPerTick: Infinity,
  })
  const lost = isEarlier ? [] : await look(pdf, { papers, added, stamps, onStep })
  return lost.length ? { failures: lost } : { pdf, pages: pageCount, papers: counts }
}

/** `stamps`: the stamp of each page. */
type Look = {
  papers: readonly MergedPaper[]
  added: readonly Added[]
  stamps: readonly string[]
  onStep: (step: number) => void
}

/** Returns the papers that lost something, with the number of the page. A picture fills its page, or can't be added at all. */
async function look(pdf: Uint8Array, { papers, added, stamps, onStep }: Look) {
  const lost: (Failure & { paper: number })[] = []
  if (papers.every(({ type, isLookedAt }) => isLookedAt || type !== 'application/pdf')) return lost
  // Loading the second library takes longer than a small packet.
  const { findLostPage, openToLook } = await import('./look.ts')
  const packet = await openToLook(pdf.slice())
  const numbered = stamps.map((stamp, index) => ({ number: index + 1, stamp }))
  for (const [paper, { bytes, type, isLookedAt }] of papers.entries()) {
    const { pages = [], fields = NO_FIELDS } = added[paper] ?? {}
    const made = numbered.splice(0, pages.length)
    if (isLookedAt || type !== 'application/pdf') continue
    onStep(papers.length + 1 + paper)
    const own = await openToLook(bytes.slice()).catch(() => undefined)
    // What no program can open is not lost.
    if (!own) continue
    const page = await findLostPage(own.pdf, packet.pdf, made, fields)
    await own.close()
    if (page !== undefined) lost.push({ paper, reason: 'lost', detail: String(page) })
  }
  await packet.close()
  return lost
}

function readFailure(error: unknown): Failure {
  if (error instanceof UnreadableError) return { reason: error.reason }
  if (error instanceof FieldError) return { reason: 'field', detail: error.field }
  return { reason: error instanceof PictureError ? 'pixels' : 'damaged' }
}

/** Copies the paper's pages into the PDF, but does not add them to the packet's pages yet. Throws if it can't be read. */
async function addPaper(
  packet: PDFDocument,
  paper: MergedPaper,
  isEarlier: boolean,
): Promise<Added> {
  const { label } = paper
  const none = { label, layers: { all: [], hidden: [] }, fields: NO_FIELDS }
  if (paper.type !== 'application/pdf')
    return { ...none, pages: [await addPicturePage(packet, paper)] }
  const source = await openPdf(paper.bytes)
  const pages = source.getPages()
  if (!pages.length) throw new UnreadableError('empty')
  // This library skips pages that it can't read. A different library counted them when the paper was stored.
  if (paper.pages !== null && pages.length !== paper.pages) throw new UnreadableError('damaged')
  const unshown = isEarlier ? undefined : findUnshown(source)
  if (unshown) throw new UnreadableError(unshown)
  const fields = isEarlier ? NO_FIELDS : await drawFields(source)
  for (const page of pages) prepareAnnotations(page.node)
  await source.flush()
  const copier = PDFObjectCopier.for(source.context, packet.context)
  const nodes = pages.map(({ node }) => copier.copy(node))
  const copied = nodes.map((node) => PDFPage.of(node, packet.context.register(node), packet))
  const layers = isEarlier ? none.layers : copyLayers(source, copier)
  return { label, pages: copied, layers, fields }
}

// Layers that a PDF hides stay hidden in the packet (SPEC C423), such as "VOID" over the copy of a form.

/** `all`, `hidden`: layers in the packet. */
type Layers = { all: PDFRef[]; hidden: PDFRef[] }

const key = (name: string) => PDFName.of(name)

/** Copies the layers of a PDF into the packet, with the copier of its pages. A PDF that hides no layer has none to copy. */
function copyLayers({ catalog }: PDFDocument, copier: PDFObjectCopier): Layers {
  const properties = catalog.lookup(key('OCProperties'))
  const shown = properties instanceof PDFDict ? properties.lookup(key('D')) : undefined
  if (!(properties instanceof PDFDict) || !(shown instanceof PDFDict))
    return { all: [], hidden: [] }
  const all = listRefs(properties, 'OCGs')
  const on = listRefs(shown, 'ON')
  const hidden =
    shown.lookup(key('BaseState')) === key('OFF')
      ? all.filter((layer) => !on.includes(layer))
      : listRefs(shown, 'OFF')
  const copy = (layer: PDFRef) => copier.copy(layer)
  return hidden.length ? { all: all.map(copy), hidden: hidden.map(copy) } : { all: [], hidden: [] }
}

/** Hides the layers of all papers. */
function hideLayers({ catalog, context }: PDFDocument, papers: readonly Layers[]): void {
  const hidden = papers.flatMap((paper) => paper.hidden)
  if (!hidden.length) return
  const all = papers.flatMap((paper) => paper.all)
  catalog.set(key('OCProperties'), context.obj({ OCGs: all, D: { OFF: hidden } }))
}

function listRefs(dict: PDFDict, name: string): PDFRef[] {
  const array = dict.lookup(key(name))
  return array instanceof PDFArray
    ? array.asArray().filter((one): one is PDFRef => one instanceof PDFRef)
    : []
}

// Places a photo or a scan on a page of Letter size (SPEC C175).

/** A picture that needs too much memory. */
class PictureError extends Error {}

/** The most pixels of a PNG that has to be unpacked. Each takes four bytes. */
const MOST_UNPACKED_PIXELS = 12_000_000
const MARGIN = 12

type Picture = { ref: PDFRef; width: number; height: number; turn: PictureTurn }

/** Creates the page in the PDF, but does not add it to the packet's pages yet. Throws if the picture can't be read. */
async function addPicturePage(
  packet: PDFDocument,
  { bytes, type }: { bytes: Uint8Array; type: string },
): Promise<PDFPage> {
  const picture = type === 'image/jpeg' ? await addJpeg(packet, bytes) : await addPng(packet, bytes)
  const seen = picture.turn.isSideways ? { width: picture.height, height: picture.width } : picture
  const isWide = seen.width > seen.height
  const [width, tall] = isWide ? [LETTER.top, LETTER.right] : [LETTER.right, LETTER.top]
  // Together with the stamp's strip, the page has Letter size.
  const height = tall - STRIP
  const scale = Math.min(1, (width - 2 * MARGIN) / seen.width, (height - 2 * MARGIN) / seen.height)
  const [w, h] = [seen.width * scale, seen.height * scale]
  const [x, y] = [(width - w) / 2, (height - h) / 2]
  const { context } = packet
  const page = PDFPage.create(packet)
  const place = [w, 0, 0, h, x, y].map((number) => Math.round(number * 1000) / 1000)
  const drawn = `q ${place.join(' ')} cm ${picture.turn.matrix.join(' ')} cm /Picture Do Q`
  page.node.set(PDFName.MediaBox, context.obj([0, 0, width, height]))
  page.node.set(PDFName.Resources, context.obj({ XObject: { Picture: picture.ref } }))
  page.node.set(PDFName.Contents, context.register(context.stream(drawn)))
  return page
}

async function addJpeg(packet: PDFDocument, bytes: Uint8Array): Promise<Picture> {
  const image = await packet.embedJpg(bytes)
  await image.embed()
  return { ref: image.ref, width: image.width, height: image.height, turn: readJpegTurn(bytes) }
}

async function addPng(packet: PDFDocument, bytes: Uint8Array): Promise<Picture> {
  const turn: PictureTurn = { isSideways: false, matrix: [1, 0, 0, 1, 0, 0] }
  const plain = readPlainPng(bytes)
  if (plain.data) {
    const ref = packet.context.register(packet.context.stream(plain.data, plain.dictionary))
    return { ref, width: plain.width, height: plain.height, turn }
  }
  if (plain.width * plain.height > MOST_UNPACKED_PIXELS) throw new PictureError()
  const image = await packet.embedPng(bytes)
  await image.embed()
  return { ref: image.ref, width: image.width, height: image.height, turn }
}
