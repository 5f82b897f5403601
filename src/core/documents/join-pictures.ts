/** Joins photographed pages into one PDF (SPEC C118). Each page is a JPEG, stored as it is. */

/** A photographed page: its size in pixels, and an upright color JPEG. */
export type PicturePage = { jpeg: Uint8Array; width: number; height: number }

/** A letter page is 11 inches long, in points. */
const LONG_EDGE = 792
/** Objects before the pages: the catalog and the page tree. */
const FIRST_PAGE = 3
const OBJECTS_PER_PAGE = 3

/** Joins the pages in their order. The same pages make the same bytes. */
export function joinPictures(pages: readonly PicturePage[]): Uint8Array {
  const kids = pages.map((_, at) => `${pageNumber(at)} 0 R`).join(' ')
  const objects = [
    [encode('<< /Type /Catalog /Pages 2 0 R >>')],
    [encode(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`)],
    ...pages.flatMap(describePage),
  ]
  const pieces = [encode('%PDF-1.4\n%\xE2\xE3\xCF\xD3\n')]
  const offsets: number[] = []
  let length = pieces[0]?.length ?? 0
  for (const [at, object] of objects.entries()) {
    const written = [encode(`${at + 1} 0 obj\n`), ...object, encode('\nendobj\n')]
    offsets.push(length)
    length += sumLengths(written)
    pieces.push(...written)
  }
  pieces.push(encode(describeEnd(offsets, length)))
  return concatenate(pieces)
}

function pageNumber(at: number): number {
  return FIRST_PAGE + at * OBJECTS_PER_PAGE
}

/** The page, what is drawn on it, and the picture. */
function describePage({ jpeg, width, height }: PicturePage, at: number): Uint8Array[][] {
  const page = pageNumber(at)
  const scale = LONG_EDGE / Math.max(width, height)
  const [wide, high] = [width * scale, height * scale].map((points) => points.toFixed(2))
  const drawn = `q ${wide} 0 0 ${high} 0 0 cm /P Do Q`
  const picture = `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.length} >>`
  return [
    [
      encode(
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${wide} ${high}] /Contents ${page + 1} 0 R /Resources << /XObject << /P ${page + 2} 0 R >> >> >>`,
      ),
    ],
    [encode(`<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`)],
    [encode(`${picture}\nstream\n`), jpeg, encode('\nendstream')],
  ]
}

function describeEnd(offsets: number[], length: number): string {
  const size = offsets.length + 1
  const lines = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  return `xref\n0 ${size}\n0000000000 65535 f \n${lines}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`
}

/** Encodes each character as one byte. */
function encode(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}

function sumLengths(pieces: Uint8Array[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0)
}

function concatenate(pieces: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(sumLengths(pieces))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
