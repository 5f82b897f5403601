/** The worker thread that reads CSV files. */
import { parentPort } from 'node:worker_threads'
import {
  InvalidCsv,
  openFile,
  readRows,
  type OpenedCsv,
  type RowPlace,
  type ReadableCsv,
  type ReadRows,
} from './read-csv.ts'

export type CsvJob =
  | { sent: SharedArrayBuffer }
  | { file: ReadableCsv; from: RowPlace; counting: boolean }

/** `invalid`: why the file cannot be read. `failed`: a bug in the code. */
export type CsvResult =
  | { opened: OpenedCsv }
  | { read: ReadRows }
  | { invalid: string; line: number | undefined }
  | { failed: string }

parentPort?.on('message', (job: CsvJob) => parentPort?.postMessage(runJob(job)))

function runJob(job: CsvJob): CsvResult {
  try {
    if ('sent' in job) return { opened: openFile(job.sent) }
    return { read: readRows(job.file, job.from, job.counting) }
  } catch (error) {
    if (error instanceof InvalidCsv) return { invalid: error.message, line: error.line }
    return { failed: String(error) }
  }
}
