/** Reads the compressed data of a PNG. A PDF can contain the data of most PNGs unchanged, so that nothing is unpacked. */
import { PDFHexString, type PDFDocument } from '@cantoo/pdf-lib'

type Dictionary = NonNullable<Parameters<PDFDocument['context']['stream']>[1]>

/** `data` is missing for a PNG with transparency or in several passes, which has to be unpacked. */
export type PlainPng = { width: number; height: number } & (
  | { data: Uint8Array; dictionary: Dictionary }
  | { data: undefined }
)

const SIGNATURE = 8
const [GRAY, RGB, PALETTE] = [0, 2, 3]

/** Throws if the PNG is cut off. */
export function readPlainPng(bytes: Uint8Array): PlainPng {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)]
  const [bits = 8, color = RGB, , , passes = 0] = file.subarray(24, 29)
  const chunks = listChunks(file)
  const palette = chunks.find(({ type }) => type === 'PLTE')?.data
  const isPlain = [GRAY, RGB, PALETTE].includes(color) && passes === 0 && bits <= 8
  if (!isPlain || chunks.some(({ type }) => type === 'tRNS'))
    return { width, height, data: undefined }
  const data = Buffer.concat(chunks.flatMap(({ type, data }) => (type === 'IDAT' ? [data] : [])))
  const colors = color === RGB ? 3 : 1
  return {
    width,
    height,
    data,
    dictionary: {
      Type: 'XObject',
      Subtype: 'Image',
      Width: width,
      Height: height,
      BitsPerComponent: bits,
      Filter: 'FlateDecode',
      ColorSpace: describeColors(color, palette),
      DecodeParms: { Predictor: 15, Colors: colors, BitsPerComponent: bits, Columns: width },
    },
  }
}

function describeColors(color: number, palette: Buffer | undefined) {
  if (color !== PALETTE) return color === RGB ? 'DeviceRGB' : 'DeviceGray'
  if (!palette?.length) throw new Error('The PNG has no palette')
  const colors = PDFHexString.of(palette.toString('hex'))
  return ['Indexed', 'DeviceRGB', palette.length / 3 - 1, colors] as unknown as Dictionary[string]
}

type Chunk = { type: string; data: Buffer }

function listChunks(file: Buffer): Chunk[] {
  const chunks: Chunk[] = []
  for (let at = SIGNATURE; at + 12 <= file.length;) {
    const length = file.readUInt32BE(at)
    const type = file.toString('latin1', at + 4, at + 8)
    chunks.push({ type, data: file.subarray(at + 8, at + 8 + length) })
    at += 12 + length
  }
  if (chunks.at(-1)?.type !== 'IEND') throw new Error('The PNG is cut off')
  return chunks
}
