/** Reads the text of a PDF, for tests. */
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** One string per page; "\n" divides its lines. */
export function pdfText(bytes: Uint8Array): Promise<string[]> {
  return readPages(bytes, (pieces) =>
    pieces.map(({ str, hasEOL }) => `${str}${hasEOL ? '\n' : ''}`).join(''),
  )
}

/** The text at one height of a page, with its amounts. `right`: their right edge in points. */
export type PrintedRow = { text: string; amounts: { right: number; cents: bigint }[] }

/** The rows of all pages from top to bottom. Only dollar amounts count: "$1,234.50" is 123450n cents. */
export async function pdfRows(bytes: Uint8Array): Promise<PrintedRow[]> {
  const pages = await readPages(bytes, (pieces) => {
    const heights = Map.groupBy(
      pieces.filter(({ str }) => str.trim() !== ''),
      ({ transform }) => Math.round(Number(transform[5])),
    )
    return [...heights].toSorted(([a], [b]) => b - a).map(([, row]) => toRow(row))
  })
  return pages.flat()
}

function toRow(pieces: Piece[]): PrintedRow {
  const amounts = pieces.filter(({ str }) => /^-?\$[\d,]+\.\d\d$/.test(str))
  return {
    text: pieces.map(({ str }) => str).join(' '),
    amounts: amounts.map(({ str, transform, width }) => ({
      right: Math.round(Number(transform[4]) + width),
      cents: BigInt(str.replaceAll(/[$,.]/g, '')),
    })),
  }
}

type Piece = { str: string; hasEOL: boolean; transform: unknown[]; width: number }

async function readPages<Result>(
  bytes: Uint8Array,
  read: (pieces: Piece[]) => Result,
): Promise<Result[]> {
  const task = getDocument({ data: new Uint8Array(bytes), useSystemFonts: false, verbosity: 0 })
  const document = await task.promise
  const pages: Result[] = []
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent()
    pages.push(read(items.filter((item) => 'str' in item)))
  }
  await task.destroy()
  return pages
}
