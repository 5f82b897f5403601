/** Places a photo or a scan on a page of Letter size (SPEC C175). */
import { PDFName, PDFPage, type PDFDocument, type PDFRef } from '@cantoo/pdf-lib'
import { LETTER } from './page-box.ts'
import { readJpegTurn, type PictureTurn } from './jpeg-turn.ts'
import { readPlainPng } from './plain-png.ts'
import { STRIP } from './stamp-page.ts'

/** A picture that needs too much memory. */
export class PictureError extends Error {}

/** The most pixels of a PNG that has to be unpacked. Each takes four bytes. */
const MOST_UNPACKED_PIXELS = 12_000_000
const MARGIN = 12

type Picture = { ref: PDFRef; width: number; height: number; turn: PictureTurn }

/** Creates the page in the PDF, but does not add it to the packet's pages yet. Throws if the picture can't be read. */
export async function addPicturePage(
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
