/** Reads the cells of a downloaded CSV file or workbook, so that the two can be compared. */
import { Uint8ArrayReader, TextWriter, ZipReader } from '@zip.js/zip.js'
import { parse } from 'csv-parse/sync'
import type { FastifyInstance } from 'fastify'
import { unescapeFormula } from '#core/transfer/csv.ts'
import { readWorkbook } from '#server/transfer/xlsx/read-workbook.ts'
import type { Client } from './test-app.ts'

type SheetFile = { status: number; name: string; bytes: Buffer }

export async function downloadSheet(
  app: FastifyInstance,
  { cookie }: Pick<Client, 'cookie'>,
  url: string,
): Promise<SheetFile> {
  const { statusCode, headers, rawPayload } = await app.inject({ url, headers: { cookie } })
  const name = /filename="(.*)"/.exec(String(headers['content-disposition']))?.[1] ?? ''
  return { status: statusCode, name, bytes: rawPayload }
}

/** Amounts are numbers in a workbook: 2400.00 is stored as 2400. Blank cells at a row's end are none. */
export async function readCells({ name, bytes }: SheetFile): Promise<string[][]> {
  const text = name.endsWith('.xlsx') ? (await readWorkbook(bytes))[0]?.csv : bytes.toString()
  const rows: string[][] = parse((text ?? '').replace(/^(?:\uFEFF|sep=,\r\n)/, ''), {
    relax_column_count: true,
  })
  return rows.map((row) => row.map(toPlain).slice(0, row.findLastIndex(Boolean) + 1))
}

function toPlain(cell: string): string {
  const text = unescapeFormula(cell)
  return /^-?\d+\.\d+\s?$/.test(text) ? String(Number(text)) : text
}

/** The XML of a workbook's first sheet. */
export async function readSheetXml(bytes: Buffer): Promise<string> {
  const entries = await new ZipReader(new Uint8ArrayReader(bytes)).getEntries()
  const entry = entries.find(({ filename }) => filename === 'xl/worksheets/sheet1.xml')
  return entry && !entry.directory ? entry.getData(new TextWriter()) : ''
}
