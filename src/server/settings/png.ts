/** Checks that a PNG can be printed, and removes metadata. */
import { promisify } from 'node:util'
import { crc32, inflate } from 'node:zlib'
import { badLogo, rejectSize, type Picture } from './picture.ts'

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
/** Samples per pixel, and the bit depths that the format allows, by color type. */
const COLOR_TYPES: Record<number, { samples: number; depths: number[] }> = {
  0: { samples: 1, depths: [1, 2, 4, 8, 16] },
  2: { samples: 3, depths: [8, 16] },
  3: { samples: 1, depths: [1, 2, 4, 8] },
  4: { samples: 2, depths: [8, 16] },
  6: { samples: 4, depths: [8, 16] },
}
const PALETTE = 3
const KEPT = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'])
const LAST_FILTER = 4

type Chunk = { type: string; data: Buffer; bytes: Buffer }

type Header = { width: number; height: number; depth: number; color: number }

export function isPng(bytes: Buffer): boolean {
  return bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)
}

/** Reads a PNG. Checks the size before it decompresses anything. Throws 400. */
export async function readPng(bytes: Buffer): Promise<Picture> {
  const chunks = readChunks(bytes)
  const header = readHeader(chunks[0])
  rejectSize(header)
  rejectUnprintable(header, chunks)
  await checkPixels(header, chunks)
  const kept = chunks.filter(({ type }) => KEPT.has(type)).map((chunk) => chunk.bytes)
  const { width, height } = header
  return { type: 'image/png', width, height, bytes: Buffer.concat([SIGNATURE, ...kept]) }
}

/** Throws 400 if a chunk is truncated or damaged, or the last one is missing. */
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
    chunks.push({ type, data: bytes.subarray(at + 8, end - 4), bytes: bytes.subarray(at, end) })
    if (type === 'IEND') return chunks
    at = end
  }
  throw badLogo('This image is damaged')
}

function readHeader(first: Chunk | undefined): Header {
  if (first?.type !== 'IHDR' || first.data.length !== 13) throw badLogo('This image is damaged')
  const { data } = first
  const [depth = 0, color = 0, compression, filter, interlace] = data.subarray(8)
  if (!COLOR_TYPES[color]?.depths.includes(depth) || compression !== 0 || filter !== 0)
    throw badLogo('This image is damaged')
  if (interlace !== 0) throw badLogo('Save the image without interlacing')
  return { width: data.readUInt32BE(0), height: data.readUInt32BE(4), depth, color }
}

/** Rejects what the PDF library would print incorrectly: a transparent palette of fewer than 256 colors. */
function rejectUnprintable({ color, depth }: Header, chunks: Chunk[]): void {
  const count = (wanted: string) => chunks.filter(({ type }) => type === wanted).length
  const palette = chunks.find(({ type }) => type === 'PLTE')?.data.length ?? 0
  if (color === PALETTE && (palette === 0 || palette % 3 !== 0 || palette > 768))
    throw badLogo('This image is damaged')
  if (count('IHDR') !== 1 || count('PLTE') > 1 || count('tRNS') > 1)
    throw badLogo('This image is damaged')
  if (color === PALETTE && depth < 8 && count('tRNS'))
    throw badLogo('Save the image with more colors, or no transparency')
}

/** The data must contain exactly the rows, each with a valid filter. */
async function checkPixels(header: Header, chunks: Chunk[]): Promise<void> {
  const samples = COLOR_TYPES[header.color]?.samples ?? 1
  const row = 1 + Math.ceil((header.width * samples * header.depth) / 8)
  const expected = row * header.height
  const data = Buffer.concat(
    chunks.filter(({ type }) => type === 'IDAT').map((chunk) => chunk.data),
  )
  const pixels = await promisify(inflate)(data, { maxOutputLength: expected }).catch(
    () => undefined,
  )
  if (pixels?.length !== expected) throw badLogo('This image is damaged')
  for (let at = 0; at < expected; at += row) {
    if ((pixels[at] ?? 0) > LAST_FILTER) throw badLogo('This image is damaged')
  }
}
