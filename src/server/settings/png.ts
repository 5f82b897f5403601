/** Reads a PNG far enough to know that it can be printed, and leaves out what is not its picture. */
import { promisify } from 'node:util'
import { crc32, inflate } from 'node:zlib'
import { badLogo, rejectSize, type Picture } from './picture.ts'

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
/** By colour type: samples a pixel, and the depths that the format allows. */
const COLOURS: Record<number, { samples: number; depths: number[] }> = {
  0: { samples: 1, depths: [1, 2, 4, 8, 16] },
  2: { samples: 3, depths: [8, 16] },
  3: { samples: 1, depths: [1, 2, 4, 8] },
  4: { samples: 2, depths: [8, 16] },
  6: { samples: 4, depths: [8, 16] },
}
const PALETTE = 3
const KEPT = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'])
const LAST_FILTER = 4

type Chunk = { type: string; data: Buffer; whole: Buffer }

type Header = { width: number; height: number; depth: number; colour: number }

export function isPng(bytes: Buffer): boolean {
  return bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)
}

/** Throws 400. The size is known, and bounded, before anything is unpacked. */
export async function readPng(bytes: Buffer): Promise<Picture> {
  const chunks = readChunks(bytes)
  const header = readHeader(chunks[0])
  rejectSize(header)
  rejectUnprintable(header, chunks)
  await checkPixels(header, chunks)
  const kept = chunks.filter(({ type }) => KEPT.has(type)).map(({ whole }) => whole)
  const { width, height } = header
  return { type: 'image/png', width, height, bytes: Buffer.concat([SIGNATURE, ...kept]) }
}

/** Throws 400 where one is cut off or damaged, or the last one is missing. */
function readChunks(bytes: Buffer): Chunk[] {
  const chunks: Chunk[] = []
  for (let at = SIGNATURE.length; at + 12 <= bytes.length;) {
    const end = at + 12 + bytes.readUInt32BE(at)
    if (
      end > bytes.length ||
      crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)
    )
      break
    const type = bytes.toString('latin1', at + 4, at + 8)
    chunks.push({ type, data: bytes.subarray(at + 8, end - 4), whole: bytes.subarray(at, end) })
    if (type === 'IEND') return chunks
    at = end
  }
  throw badLogo('This picture is damaged')
}

function readHeader(first: Chunk | undefined): Header {
  if (first?.type !== 'IHDR' || first.data.length !== 13) throw badLogo('This picture is damaged')
  const { data } = first
  const [depth = 0, colour = 0, compression, filter, interlace] = data.subarray(8)
  if (!COLOURS[colour]?.depths.includes(depth) || compression !== 0 || filter !== 0)
    throw badLogo('This picture is damaged')
  if (interlace !== 0) throw badLogo('Save the picture without interlacing')
  return { width: data.readUInt32BE(0), height: data.readUInt32BE(4), depth, colour }
}

/** What the PDF library would print wrong: transparency of a palette of less than 256 colours. */
function rejectUnprintable({ colour, depth }: Header, chunks: Chunk[]): void {
  const count = (wanted: string) => chunks.filter(({ type }) => type === wanted).length
  const palette = chunks.find(({ type }) => type === 'PLTE')?.data.length ?? 0
  if (colour === PALETTE && (palette === 0 || palette % 3 !== 0 || palette > 768))
    throw badLogo('This picture is damaged')
  if (count('IHDR') !== 1 || count('PLTE') > 1 || count('tRNS') > 1)
    throw badLogo('This picture is damaged')
  if (colour === PALETTE && depth < 8 && count('tRNS'))
    throw badLogo('Save the picture with more colours, or without transparency')
}

/** Every row has to be there, under a filter that exists, and nothing more. */
async function checkPixels(header: Header, chunks: Chunk[]): Promise<void> {
  const samples = COLOURS[header.colour]?.samples ?? 1
  const row = 1 + Math.ceil((header.width * samples * header.depth) / 8)
  const wanted = row * header.height
  const data = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map((one) => one.data))
  const pixels = await promisify(inflate)(data, { maxOutputLength: wanted }).catch(() => undefined)
  if (pixels?.length !== wanted) throw badLogo('This picture is damaged')
  for (let at = 0; at < wanted; at += row) {
    if ((pixels[at] ?? 0) > LAST_FILTER) throw badLogo('This picture is damaged')
  }
}
