/** Reads how to rotate a camera's JPEG. A camera stores a picture as its sensor sees it, and records its orientation. */

/** `matrix`: transforms the unit square. */
export type PictureTurn = { isSideways: boolean; matrix: number[] }

/** The turn of a picture, by EXIF orientation. */
const TURNS: Record<number, PictureTurn> = {
  2: { isSideways: false, matrix: [-1, 0, 0, 1, 1, 0] },
  3: { isSideways: false, matrix: [-1, 0, 0, -1, 1, 1] },
  4: { isSideways: false, matrix: [1, 0, 0, -1, 0, 1] },
  5: { isSideways: true, matrix: [0, -1, -1, 0, 1, 1] },
  6: { isSideways: true, matrix: [0, -1, 1, 0, 0, 1] },
  7: { isSideways: true, matrix: [0, 1, 1, 0, 0, 0] },
  8: { isSideways: true, matrix: [0, 1, -1, 0, 1, 0] },
}
const UPRIGHT: PictureTurn = { isSideways: false, matrix: [1, 0, 0, 1, 0, 0] }
const ORIENTATION = 0x0112
const APP1 = 0xffe1
const START_OF_SCAN = 0xffda

export function readJpegTurn(bytes: Uint8Array): PictureTurn {
  return TURNS[readOrientation(bytes) ?? 1] ?? UPRIGHT
}

function readOrientation(bytes: Uint8Array): number | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 2; at + 4 <= view.byteLength; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint16(at)
    if (marker < 0xff00 || marker === START_OF_SCAN) return undefined
    const end = Math.min(at + 2 + view.getUint16(at + 2), view.byteLength)
    const found = marker === APP1 ? readExif(view, at + 4, end) : undefined
    if (found !== undefined) return found
  }
  return undefined
}

/** "Exif", then a TIFF header, whose first directory has the orientation. */
function readExif(view: DataView, start: number, end: number): number | undefined {
  const tiff = start + 6
  if (tiff + 8 > end || view.getUint32(start) !== 0x45786966) return undefined
  const isLittle = view.getUint16(tiff) === 0x4949
  const directory = tiff + view.getUint32(tiff + 4, isLittle)
  if (directory + 2 > end) return undefined
  const entries = view.getUint16(directory, isLittle)
  for (let entry = 0; entry < entries; entry++) {
    const at = directory + 2 + entry * 12
    if (at + 12 > end) return undefined
    if (view.getUint16(at, isLittle) === ORIENTATION) return view.getUint16(at + 8, isLittle)
  }
  return undefined
}
