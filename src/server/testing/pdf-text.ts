/** Reads the text of a PDF, as a person would copy it out: for tests. */
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** One string a page, its lines divided by "\n". */
export function pdfText(bytes: Uint8Array): Promise<string[]> {
  return eachPage(bytes, (pieces) =>
    pieces.map(({ str, hasEOL }) => `${str}${hasEOL ? '\n' : ''}`).join(''),
  )
}

/** What stands at one height of a page: its words, and its amounts by where they end, in points. */
export type PrintedRow = { text: string; amounts: { right: number; cents: bigint }[] }

/** The rows of all pages from top to bottom. "$1,234.50" is 123450n cents; miles are no amounts. */
export async function pdfRows(bytes: Uint8Array): Promise<PrintedRow[]> {
  const pages = await eachPage(bytes, (pieces) => {
    const heights = Map.groupBy(
      pieces.filter(({ str }) => str.trim() !== ''),
      ({ transform }) => Math.round(Number(transform[5])),
    )
    return [...heights].toSorted(([one], [other]) => other - one).map(([, row]) => rowOf(row))
  })
  return pages.flat()
}

function rowOf(pieces: Piece[]): PrintedRow {
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

async function eachPage<Result>(
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
