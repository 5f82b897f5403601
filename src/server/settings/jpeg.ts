/** Checks that a JPEG can be printed, and removes metadata such as the location. */
import { badLogo, rejectSize, type Picture } from './picture.ts'

/** Marker codes; each follows a byte 0xFF. */
const START = 0xd8
const END = 0xd9
const SCAN = 0xda
const ADOBE = 0xee
const COMMENT = 0xfe
/** Baseline, extended and progressive, which a PDF can contain. */
const FRAMES = new Set([0xc0, 0xc1, 0xc2])
const OTHER_FRAMES = new Set([0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf])
const COMPONENTS = new Set([1, 3, 4])

type Segment = { marker: number; bytes: Buffer }

export function isJpeg(bytes: Buffer): boolean {
  return bytes[0] === 0xff && bytes[1] === START && bytes[2] === 0xff
}

/** Throws 400. The metadata must not reach the readers of statements. */
export function readJpeg(bytes: Buffer): Picture {
  const { segments, scans } = splitJpeg(bytes)
  const frames = segments.filter(({ marker }) => FRAMES.has(marker) || OTHER_FRAMES.has(marker))
  const [frame] = frames
  if (!frame || frames.length > 1) throw badLogo('This image is damaged')
  const size = readSize(frame)
  rejectSize(size)
  const kept = segments.filter(isKept).map((segment) => segment.bytes)
  return {
    type: 'image/jpeg',
    ...size,
    bytes: Buffer.concat([bytes.subarray(0, 2), ...kept, scans]),
  }
}

/** The segments before the first scan, and the scans. Throws 400 if the end marker is missing. */
function splitJpeg(bytes: Buffer): { segments: Segment[]; scans: Buffer } {
  const segments: Segment[] = []
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff;) {
    const marker = bytes[at + 1] ?? 0
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    if (end > bytes.length) break
    if (marker === SCAN) return { segments, scans: readScans(bytes.subarray(at)) }
    segments.push({ marker, bytes: bytes.subarray(at, end) })
    at = end
  }
  throw badLogo('This image is damaged')
}

function readScans(rest: Buffer): Buffer {
  const end = rest.lastIndexOf(Buffer.from([0xff, END]))
  if (end < 0) throw badLogo('This image is damaged')
  return rest.subarray(0, end + 2)
}

function readSize({ marker, bytes }: Segment): { width: number; height: number } {
  if (bytes.length < 10) throw badLogo('This image is damaged')
  const [depth, components] = [bytes[4], bytes[9] ?? 0]
  if (!FRAMES.has(marker) || depth !== 8 || !COMPONENTS.has(components))
    throw badLogo('Save the image as a standard JPEG or PNG')
  return { height: bytes.readUInt16BE(5), width: bytes.readUInt16BE(7) }
}

/** Application segments are metadata, except Adobe's, which defines the color space. */
function isKept({ marker }: Segment): boolean {
  const isMetadata = marker >= 0xe0 && marker <= 0xef && marker !== ADOBE
  return !isMetadata && marker !== COMMENT
}
