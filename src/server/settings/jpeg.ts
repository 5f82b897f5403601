/** Reads a JPEG far enough to know that it can be printed, and leaves out what is not its picture. */
import { badLogo, rejectSize, type Picture } from './picture.ts'

/** Markers: 0xFF, then one of these. */
const START = 0xd8
const END = 0xd9
const SCAN = 0xda
const ADOBE = 0xee
const COMMENT = 0xfe
/** Baseline, extended, progressive: what a PDF may hold. */
const FRAMES = new Set([0xc0, 0xc1, 0xc2])
const OTHER_FRAMES = new Set([0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf])
const COMPONENTS = new Set([1, 3, 4])

type Segment = { marker: number; whole: Buffer }

export function isJpeg(bytes: Buffer): boolean {
  return bytes[0] === 0xff && bytes[1] === START && bytes[2] === 0xff
}

/** Throws 400. Where and by which camera it was taken is not printed on statements for others. */
export function readJpeg(bytes: Buffer): Picture {
  const { segments, scans } = splitJpeg(bytes)
  const frames = segments.filter(({ marker }) => FRAMES.has(marker) || OTHER_FRAMES.has(marker))
  const [frame] = frames
  if (!frame || frames.length > 1) throw badLogo('This picture is damaged')
  const size = readSize(frame)
  rejectSize(size)
  const kept = segments.filter(isPicture).map(({ whole }) => whole)
  return {
    type: 'image/jpeg',
    ...size,
    bytes: Buffer.concat([bytes.subarray(0, 2), ...kept, scans]),
  }
}

/** Its segments up to the first scan, and the scans, which have to end as they should. */
function splitJpeg(bytes: Buffer): { segments: Segment[]; scans: Buffer } {
  const segments: Segment[] = []
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff;) {
    const marker = bytes[at + 1] ?? 0
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    if (end > bytes.length) break
    if (marker === SCAN) return { segments, scans: readScans(bytes.subarray(at)) }
    segments.push({ marker, whole: bytes.subarray(at, end) })
    at = end
  }
  throw badLogo('This picture is damaged')
}

function readScans(rest: Buffer): Buffer {
  const end = rest.lastIndexOf(Buffer.from([0xff, END]))
  if (end < 0) throw badLogo('This picture is damaged')
  return rest.subarray(0, end + 2)
}

function readSize({ marker, whole }: Segment): { width: number; height: number } {
  if (whole.length < 10) throw badLogo('This picture is damaged')
  const [depth, components] = [whole[4], whole[9] ?? 0]
  if (!FRAMES.has(marker) || depth !== 8 || !COMPONENTS.has(components))
    throw badLogo('Save the picture as an ordinary JPEG or PNG')
  return { height: whole.readUInt16BE(5), width: whole.readUInt16BE(7) }
}

/** The notes of programs go, but for Adobe's, which says how the colours are to be read. */
function isPicture({ marker }: Segment): boolean {
  const note = marker >= 0xe0 && marker <= 0xef && marker !== ADOBE
  return !note && marker !== COMMENT
}
