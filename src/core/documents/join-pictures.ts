/** Joins photographed pages into one PDF (SPEC C118). Each page is a JPEG, stored as it is. */

import { encode, writePdf } from './write-pdf.ts'

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
  return writePdf([
    [encode('<< /Type /Catalog /Pages 2 0 R >>')],
    [encode(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`)],
    ...pages.flatMap(describePage),
  ])
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
