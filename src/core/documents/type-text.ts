/** Makes a PDF of pasted text, such as an email that confirms a load (SPEC C415). */
import { encode, writePdf } from './write-pdf.ts'

/** A letter page in portrait, in points. */
const [WIDTH, HEIGHT, MARGIN] = [612, 792, 36]
const [SIZE, LEADING] = [8, 12]
/** Each letter of Courier is as wide as 0.6 of its size. */
const COLUMNS = Math.floor((WIDTH - 2 * MARGIN) / (SIZE * 0.6))
const ROWS = Math.floor((HEIGHT - 2 * MARGIN) / LEADING)
/** More is no confirmation. */
const MOST_PAGES = 30

/** Objects before the pages: the catalog, the page tree and the font. */
const FIRST_PAGE = 4

/** The same text makes the same bytes. Letters that Courier does not have lose their accent, others become "?". */
export function typeText(text: string): Uint8Array {
  const lines = alignColumns(text.split(/\r\n|\r|\n/).map(clean)).flatMap(wrap)
  const count = Math.min(MOST_PAGES, Math.max(1, Math.ceil(lines.length / ROWS)))
  const pages = Array.from({ length: count }, (_, at) => lines.slice(at * ROWS, (at + 1) * ROWS))
  const kids = pages.map((_, at) => `${FIRST_PAGE + 2 * at} 0 R`).join(' ')
  return writePdf([
    [encode('<< /Type /Catalog /Pages 2 0 R >>')],
    [encode(`<< /Type /Pages /Kids [${kids}] /Count ${count} >>`)],
    [encode('<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>')],
    ...pages.flatMap(describePage),
  ])
}

function clean(line: string): string {
  return line
    .normalize('NFC')
    .replaceAll(/[\u200B-\u200D\uFEFF]/g, '')
    .replaceAll(/[^\S\t]/g, ' ')
    .trimEnd()
}

const GAP = '    '
/** A value farther below is not one of a title. */
const APART = ['', '', '', '']

/** Lines with tabs that follow each other are a table: its cells stand below each other (SPEC C551). */
function alignColumns(lines: readonly string[]): string[] {
  const aligned: string[] = []
  let rows: string[][] = []
  let widths: number[] = []
  const close = () => {
    aligned.push(
      ...rows.map((cells) =>
        cells
          .map((cell, at) => (at < cells.length - 1 ? cell.padEnd(widths[at] ?? 0) : cell))
          .join(GAP),
      ),
    )
    rows = []
    widths = []
  }
  for (const line of lines) {
    if (!line.includes('\t')) {
      close()
      aligned.push(line)
      continue
    }
    const cells = line.split('\t')
    const together = cells.map((cell, at) => Math.max(cell.trim().length, widths[at] ?? 0))
    const wider = [...together, ...widths.slice(cells.length)]
    // A table wider than the page: these columns are not those above.
    if (rows.length && widthOf(wider) > COLUMNS) {
      close()
      aligned.push(...APART)
      widths = cells.map((cell) => cell.trim().length)
    } else widths = wider
    rows.push(cells.map((cell) => cell.trim()))
  }
  close()
  return aligned
}

function widthOf(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width + GAP.length, -GAP.length)
}

/** Breaks a line between words. */
function wrap(line: string): string[] {
  const wrapped: string[] = []
  let rest = line.trimEnd()
  while (rest.length > COLUMNS) {
    const space = rest.lastIndexOf(' ', COLUMNS)
    const end = space > COLUMNS / 2 ? space : COLUMNS
    wrapped.push(rest.slice(0, end))
    rest = rest.slice(end).trimStart()
  }
  return [...wrapped, rest]
}

function describePage(lines: readonly string[], at: number): Uint8Array[][] {
  const shown = lines.map((line) => `(${toBytes(line).replaceAll(/[\\()]/g, String.raw`\$&`)}) '`)
  const drawn = `BT /F ${SIZE} Tf ${LEADING} TL ${MARGIN} ${HEIGHT - MARGIN} Td\n${shown.join('\n')}\nET`
  return [
    [
      encode(
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${WIDTH} ${HEIGHT}] /Contents ${FIRST_PAGE + 2 * at + 1} 0 R /Resources << /Font << /F 3 0 R >> >> >>`,
      ),
    ],
    [encode(`<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`)],
  ]
}

/** The letters of Windows-1252 from 0x80 on. */
const HIGH = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ'

function toBytes(line: string): string {
  return Array.from(line.replaceAll('→', '->'), toByte).join('')
}

function toByte(letter: string): string {
  const code = letter.codePointAt(0) ?? 0
  if ((code >= 0x20 && code < 0x7f) || (code >= 0xa0 && code <= 0xff)) return letter
  const high = HIGH.indexOf(letter)
  if (high >= 0) return String.fromCharCode(0x80 + high)
  const [plain = ''] = letter.normalize('NFKD')
  return plain >= ' ' && plain <= '~' ? plain : '?'
}
