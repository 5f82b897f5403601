/** Makes .xlsx workbooks for tests, part by part, as the programs of other companies write them. */
import { TextReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js'

/** A cell: a text, a number with the number of its style, or XML as it is. */
export type TestCell = string | readonly [value: number, style: number] | { xml: string } | null

type Workbook = {
  sheets: Record<string, readonly (readonly TestCell[])[]>
  /** The format codes of the styles from 1 on; style 0 is General. */
  formats?: readonly string[]
  is1904?: boolean
  hidden?: readonly string[]
  /** Merged cells of every sheet: "B2:B4". */
  merged?: readonly string[]
  /** Further parts, or other texts of these. */
  parts?: Record<string, string>
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

export async function makeWorkbook(workbook: Workbook): Promise<Buffer> {
  const { sheets, formats = [], is1904 = false, hidden = [], merged = [], parts = {} } = workbook
  const names = Object.keys(sheets)
  const strings: string[] = []
  const bodies = Object.values(sheets).map((rows) => writeSheet(rows, strings, merged))
  const listed = names.map(
    (name, at) =>
      `<sheet name="${escape(name)}" sheetId="${at + 1}" ${hidden.includes(name) ? 'state="hidden"' : ''} r:id="rId${at + 1}"/>`,
  )
  const all: Record<string, string> = {
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><workbookPr${is1904 ? ' date1904="1"' : ''}/><sheets>${listed.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${names.map((_, at) => `<Relationship Id="rId${at + 1}" Target="worksheets/sheet${at + 1}.xml"/>`).join('')}</Relationships>`,
    'xl/sharedStrings.xml': `<sst xmlns="${MAIN}">${strings.map((text) => `<si><t xml:space="preserve">${escape(text)}</t></si>`).join('')}</sst>`,
    'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><numFmts>${formats.map((code, at) => `<numFmt numFmtId="${at + 164}" formatCode="${escape(code)}"/>`).join('')}</numFmts><cellStyleXfs><xf numFmtId="0"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${formats.map((_, at) => `<xf numFmtId="${at + 164}"/>`).join('')}</cellXfs></styleSheet>`,
    ...Object.fromEntries(bodies.map((body, at) => [`xl/worksheets/sheet${at + 1}.xml`, body])),
    ...parts,
  }
  const zip = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false })
  for (const [path, text] of Object.entries(all)) await zip.add(path, new TextReader(text))
  return Buffer.from(await zip.close())
}

function writeSheet(
  rows: readonly (readonly TestCell[])[],
  strings: string[],
  merged: readonly string[],
): string {
  const lines = rows.map((cells, row) => {
    const written = cells.map((cell, column) =>
      writeCell(cell, `${letter(column)}${row + 1}`, strings),
    )
    return cells.length ? `<row r="${row + 1}">${written.join('')}</row>` : ''
  })
  const cells = merged.map((ref) => `<mergeCell ref="${ref}"/>`).join('')
  return `<?xml version="1.0" encoding="UTF-8"?><worksheet xmlns="${MAIN}"><sheetData>${lines.join('')}</sheetData>${cells && `<mergeCells>${cells}</mergeCells>`}</worksheet>`
}

function writeCell(cell: TestCell, address: string, strings: string[]): string {
  if (cell === null) return ''
  if (typeof cell === 'object' && 'xml' in cell) return cell.xml.replace('<c', `<c r="${address}"`)
  if (typeof cell !== 'string') return `<c r="${address}" s="${cell[1]}"><v>${cell[0]}</v></c>`
  strings.push(cell)
  return `<c r="${address}" t="s"><v>${strings.length - 1}</v></c>`
}

function letter(column: number): string {
  const rest = column % 26
  const first = column >= 26 ? letter(Math.floor(column / 26) - 1) : ''
  return first + String.fromCharCode(65 + rest)
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
