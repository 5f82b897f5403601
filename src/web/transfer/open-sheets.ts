/** Opens chosen files: the sheets of a workbook are files of their own (SPEC C438). */
import { LARGEST_CSV, type Sheets } from '#core/transfer/import.ts'
import { isWorkbookStart, WORKBOOK_TYPE } from '#core/transfer/workbook.ts'
import { request } from '#web/api/client.ts'
import { countKnown, readTitles } from './queue.ts'

export type OpenedSheet = { name: string; content: Blob }

const HEADING_BYTES = 16 * 1024

/** Reads the whole file now: the user may save it again in the spreadsheet while the preview is open. Throws ApiError. */
export async function openSheets(chosen: File): Promise<OpenedSheet[]> {
  // One byte over the limit is enough for the server to reject the file.
  const bytes = new Uint8Array(await chosen.slice(0, LARGEST_CSV + 1).arrayBuffer())
  if (!isWorkbookStart(bytes)) return [{ name: chosen.name, content: toCsv(bytes) }]
  const sheets = await readSheets(bytes)
  return sheets.map(({ name, csv }) => ({
    name: sheets.length > 1 ? `${chosen.name} – ${name}` : chosen.name,
    content: toCsv(csv),
  }))
}

/** Throws ApiError for a file that is no workbook. */
export async function readSheets(bytes: Uint8Array<ArrayBuffer>): Promise<Sheets['sheets']> {
  const body = new Blob([bytes], { type: WORKBOOK_TYPE })
  return (await request<Sheets>('POST', '/api/imports/sheets', { body })).sheets
}

/** The sheets with a list of records. If none has one, all of them: the user matches the columns. */
export async function keepTables(sheets: OpenedSheet[]): Promise<OpenedSheet[]> {
  const known = await Promise.all(
    sheets.map(async ({ content }) => {
      const start = await content.slice(0, HEADING_BYTES).text()
      return countKnown(readTitles(start)) > 1
    }),
  )
  return known.includes(true) ? sheets.filter((_, at) => known[at]) : sheets
}

function toCsv(content: Uint8Array<ArrayBuffer> | string): Blob {
  return new Blob([content], { type: 'text/csv' })
}
