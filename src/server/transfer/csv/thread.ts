/** The worker thread that reads spreadsheets: CSV files and workbooks. */
import { parentPort } from 'node:worker_threads'
import type { SheetText } from '#server/transfer/xlsx/read-workbook.ts'
import { InvalidCsv } from './invalid-csv.ts'
import {
  openFile,
  readRows,
  readSheets,
  type OpenedCsv,
  type RowPlace,
  type ReadableCsv,
  type ReadRows,
} from './read-csv.ts'

export type CsvJob =
  | {
      sent: SharedArrayBuffer
      sheet?: string | undefined
      mostColumns?: number | undefined
    }
  | { workbook: SharedArrayBuffer }
  | { file: ReadableCsv; from: RowPlace; counting: boolean }

/** `invalid`: why the file cannot be read. `failed`: a bug in the code. */
export type CsvResult =
  | { opened: OpenedCsv }
  | { read: ReadRows }
  | { sheets: SheetText[] | null }
  | { invalid: string; line: number | undefined }
  | { failed: string }

parentPort?.on('message', async (job: CsvJob) => parentPort?.postMessage(await runJob(job)))

async function runJob(job: CsvJob): Promise<CsvResult> {
  try {
    if ('sent' in job) return { opened: await openFile(job.sent, job.sheet, job.mostColumns) }
    if ('workbook' in job) return { sheets: await readSheets(job.workbook) }
    return { read: readRows(job.file, job.from, job.counting) }
  } catch (error) {
    if (error instanceof InvalidCsv) return { invalid: error.message, line: error.line }
    return { failed: String(error) }
  }
}
