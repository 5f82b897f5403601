/** The rows of a file of charges, by load (SPEC C149). */
import { PREVIEWED_ROWS, type ColumnMatch } from '#core/transfer/import.ts'
import type { CsvFile } from '#server/transfer/csv/csv-file.ts'
import type { CsvLine } from '#server/transfer/csv/read-csv.ts'

/** The charges of a load, in the order of the file. `number` is blank for rows without one. */
export type FileLoad = { number: string; rows: CsvLine[] }

type FileLoads = { loads: FileLoad[]; preview: CsvLine[]; rows: number }

/** The loads in the order in which the file names them first. */
export async function groupByLoad(file: CsvFile, columns: ColumnMatch): Promise<FileLoads> {
  const loadColumn = columns.indexOf('load')
  const byNumber = new Map<string, CsvLine[]>()
  const preview: CsvLine[] = []
  let rows = 0
  for await (const lines of file.readRows()) {
    rows += lines.length
    preview.push(...lines.slice(0, PREVIEWED_ROWS - preview.length))
    for (const line of lines) {
      const number = (line.cells[loadColumn] ?? '').trim()
      const known = byNumber.get(number)
      if (known) known.push(line)
      else byNumber.set(number, [line])
    }
  }
  const loads = [...byNumber].map(([number, lines]) => ({ number, rows: lines }))
  return { loads, preview, rows }
}
