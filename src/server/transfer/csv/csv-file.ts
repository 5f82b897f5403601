/** Reads uploaded spreadsheets in worker threads, step by step: no file holds up another account (SPEC C32). */
import { formatInteger } from '#core/pluralize.ts'
import { describeFooter, describeLastRow, describeSection } from '#core/transfer/footers.ts'
import type { TitleRow } from '#core/transfer/heading.ts'
import { MAX_CSV_ROWS, MAX_LEFT_OUT, type LeftOutRow } from '#core/transfer/import.ts'
import { RequestError } from '#server/errors.ts'
import { createQueue, runQueued } from '#server/queue.ts'
import { openThreadPool } from '#server/thread-pool.ts'
import { InvalidCsv } from './invalid-csv.ts'
import { share } from './share.ts'
import { withHeading, type CsvLine, type OpenedCsv, type StartRow } from './read-csv.ts'
import type { SheetText } from '#server/transfer/xlsx/read-workbook.ts'
import type { CsvResult, CsvJob } from './thread.ts'

export type CsvFile = {
  titles: string[]
  /** The row of the titles. */
  heading: number
  /** The cells of the first records. */
  sample: string[][]
  /** The rows so far that are totals, notes and repeated headings; at most 20. */
  leftOut: LeftOutRow[]
  /** All of them so far. */
  countLeftOut: () => number
  /** Words with letters whose encoding the file does not name. */
  letters: string[]
  /** SHA-256 of the file as it was sent. */
  digest: string
  /** The number of rows below the heading without blank ones. Throws 400 for an invalid file. */
  countRows: () => Promise<number>
  /** The records below the heading, about 200 at a time, without what is left out. Throws 400 for an invalid file. */
  readRows: () => AsyncGenerator<CsvLine[]>
}

/** The heading among the first rows that are not blank; null if it can only be the first line. */
export type FindHeading = (rows: readonly string[][]) => TitleRow | null

/**
 * `sheet`: the sheet of a workbook; without it, the first one with rows. `isNames`: the records begin with names, so that a row such as
 * "500 Loads LLC" is always a record.
 */
type OpenOptions = { findHeading?: FindHeading; sheet?: string | undefined; isNames?: boolean }

export type CsvReader = {
  /** Throws 400 if it is not a CSV file or has no heading, and 503 if the threads can't read it. */
  open: (userId: string, sent: SharedArrayBuffer, options?: OpenOptions) => Promise<CsvFile>
  /** Every sheet of a workbook, or the CSV file, with all its rows. Throws 400 and 503 as `open`, and 400 for longer files. */
  openTables: (userId: string, sent: SharedArrayBuffer, limits: TableLimits) => Promise<CsvTable[]>
  /** The sheets of a workbook as CSV. Throws 400 for any other file, and 503. */
  readSheets: (userId: string, sent: SharedArrayBuffer) => Promise<SheetText[]>
  close: () => Promise<void>
}

type TableLimits = { rows: number; columns: number }

/** `name`: of the sheet; null for a CSV file. `digest`: SHA-256 of the text. `lines`: from the first row on, without blank ones. */
export type CsvTable = { name: string | null; digest: string; lines: CsvLine[] }

const THREAD = new URL('./thread.ts', import.meta.url)
/** A step reads 1 MB at most, the first one converts 32 MB. */
const LIMITS: Limits = { memoryMb: 256, cpuMs: 20_000, timeoutMs: 60_000 }

type Limits = { memoryMb: number; cpuMs?: number; timeoutMs: number }

/** Blank rows are read too. */
const MAX_LINES = 250_000
/** More rows in a row that only look like notes are records. */
const MOST_LAST = 20

/** The steps of one account run in turn, so that another account's never wait for more than one of them. */
export function openCsvReader(thread = THREAD, limits = LIMITS): CsvReader {
  const { run, close } = openThreadPool<CsvJob, CsvResult>(thread, limits)
  const queue = createQueue({ maxRunningEach: 1, maxWaiting: 250 })

  async function runStep(userId: string, job: CsvJob) {
    const result = await runQueued(queue, [userId, ''], () => run(job).catch(unreadable))
    if ('invalid' in result) throw invalidFile(result.invalid, result.line)
    if ('failed' in result) throw new Error(result.failed)
    return result
  }

  async function* readSteps(
    userId: string,
    { file, firstRow }: Headed,
    counting: boolean,
    most = MAX_CSV_ROWS,
  ) {
    let rows = 0
    let from = firstRow
    for (let done = false; !done;) {
      const result = await runStep(userId, { file, from, counting })
      if (!('read' in result)) throw new Error('The thread did not read rows')
      const { read } = result
      rows += read.rows
      rejectLongFile(rows, read.next.line - 1, most)
      yield read
      from = read.next
      done = read.done
    }
  }

  async function readTable(
    userId: string,
    { name, sent }: { name: string | null; sent: SharedArrayBuffer },
    limits: TableLimits,
  ): Promise<CsvTable> {
    const result = await runStep(userId, { sent, mostColumns: limits.columns })
    if (!('opened' in result)) throw new Error('The thread did not open the file')
    const { bytes, delimiter, digest, first } = result.opened
    const file = { bytes, delimiter, titles: Array.from({ length: limits.columns }, () => '') }
    const all: CsvLine[] = []
    const steps = readSteps(userId, { file, firstRow: first }, false, limits.rows)
    for await (const { lines } of steps) all.push(...lines)
    return { name, digest, lines: all }
  }

  return {
    async openTables(userId, sent, limits) {
      const result = await runStep(userId, { workbook: sent })
      if (!('sheets' in result)) throw new Error('The thread did not read the sheets')
      if (!result.sheets) return [await readTable(userId, { name: null, sent }, limits)]
      const tables: CsvTable[] = []
      for (const { name, csv } of result.sheets)
        tables.push(await readTable(userId, { name, sent: share(Buffer.from(csv)) }, limits))
      return tables
    },
    async readSheets(userId, sent) {
      const result = await runStep(userId, { workbook: sent })
      if (!('sheets' in result)) throw new Error('The thread did not read the sheets')
      if (!result.sheets) throw invalidFile('The file is not an Excel workbook (.xlsx)')
      return result.sheets
    },
    async open(userId, sent, { findHeading = () => null, sheet, isNames = false } = {}) {
      const result = await runStep(userId, { sent, sheet })
      if (!('opened' in result)) throw new Error('The thread did not open the file')
      const { opened } = result
      const found = findHeading(opened.start.map(({ cells }) => cells))
      const row = opened.start.find(({ line }, at) => (found ? at === found.at : line === 1))
      const heading = row && found ? { ...row, cells: [...found.titles] } : row
      const headed = readHeading(opened, heading)
      const { titles } = headed.file
      const leftOut: LeftOutRow[] = []
      let leftOutCount = 0

      const describeOther = (cells: readonly string[]) =>
        describeFooter(cells, titles) ?? (isNames ? null : describeSection(cells, titles))

      function leaveOut({ line }: CsvLine, text: string): void {
        leftOutCount++
        if (leftOut.length < MAX_LEFT_OUT) leftOut.push({ line, text })
      }
      return {
        titles,
        heading: heading?.line ?? 1,
        sample: opened.start.flatMap(({ line, cells }) =>
          line > (heading?.line ?? 1) && describeOther(cells) === null ? [cells] : [],
        ),
        leftOut,
        countLeftOut: () => leftOutCount,
        letters: opened.letters,
        digest: opened.digest,
        async countRows() {
          let count = 0
          for await (const { rows } of readSteps(userId, headed, true)) count += rows
          return count
        },
        async *readRows() {
          leftOut.length = 0
          leftOutCount = 0
          // Rows that are no records if no record follows.
          let last: CsvLine[] = []
          for await (const { lines } of readSteps(userId, headed, false)) {
            const records: CsvLine[] = []
            for (const line of lines) {
              const text = describeOther(line.cells)
              if (text !== null) {
                leaveOut(line, text)
                continue
              }
              last.push(line)
              const isLast = !isNames && describeLastRow(line.cells, titles) !== null
              if (isLast && last.length <= MOST_LAST) continue
              records.push(...last)
              last = []
            }
            if (records.length) yield records
          }
          for (const line of last) leaveOut(line, describeLastRow(line.cells, titles) ?? '')
          leftOut.sort((one, other) => one.line - other.line)
        },
      }
    },
    close,
  }
}

type Headed = ReturnType<typeof withHeading>

/** Throws 400. */
function readHeading(opened: OpenedCsv, heading: StartRow | undefined): Headed {
  try {
    return withHeading(opened, heading)
  } catch (error) {
    throw error instanceof InvalidCsv ? invalidFile(error.message, error.line) : error
  }
}

function rejectLongFile(rows: number, lines: number, most: number): void {
  if (rows > most) {
    throw invalidFile(
      `The file has more than ${formatInteger(most)} rows. Split it into smaller files.`,
    )
  }
  if (lines > MAX_LINES)
    throw invalidFile(`The file has more than ${formatInteger(MAX_LINES)} rows, most of them blank`)
}

/** 400 for a file that cannot be read. `line`: the row of the error if it is known. */
function invalidFile(message: string, line?: number): RequestError {
  if (line === undefined) return new RequestError(400, message)
  const errors = [{ line, column: '', message }]
  const causes = [{ column: '', message, count: 1, lines: [line] }]
  return new RequestError(400, message, { more: { errors, errorCount: 1, causes } })
}

/** The thread ended: out of memory, out of time, or the server stops. */
function unreadable(cause: unknown): never {
  const message = 'The server could not read this file in time. Try again, or split the file.'
  throw Object.assign(new RequestError(503, message, { retryAfter: 5 }), { cause })
}
