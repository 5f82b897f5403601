import { shortOrLong } from '#server/testing/long.ts'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import type { RequestError } from '#server/errors.ts'
import { openCsvReader, type CsvFile } from './csv-file.ts'
import { openText, readRows, withHeading } from './read-csv.ts'
import { share } from './share.ts'
import { MAX_CELLS } from './scan-row.ts'

const reader = openCsvReader()
afterAll(() => reader.close())
afterEach(() => void vi.useRealTimers())

const MILLION_COMMAS = ','.repeat(1024 * 1024 - 10)

function open(text: string, userId = 'me'): Promise<CsvFile> {
  return reader.open(userId, share(Buffer.from(text)))
}

async function listCells(file: CsvFile): Promise<string[][]> {
  const rows: string[][] = []
  for await (const lines of file.readRows()) rows.push(...lines.map(({ cells }) => cells))
  return rows
}

/** Reads all rows in one step, without a thread. */
function readAll(text: string) {
  const opened = openText(share(Buffer.from(text)))
  const { file, firstRow } = withHeading(opened, opened.start[0])
  return readRows(file, firstRow, false).lines
}

test('C32 Lines of a million commas are rejected with their row, wherever they are', async () => {
  for (const [row, file] of [
    [2, `Name\n${`${MILLION_COMMAS}\n`.repeat(30)}`],
    [3, `Name\nAnn\n"a${MILLION_COMMAS}\n`],
    [4, `Name\n\nBo\nCy${MILLION_COMMAS}`],
  ] as const) {
    const message = row === 3 ? /opens in row 3 is never closed/ : `Row ${row} has more than 16,384`
    const opened = await open(file + 'x'.repeat(2 * 1024 * 1024))
    await expect(opened.countRows()).rejects.toThrow(message)
    await expect(listCells(opened)).rejects.toMatchObject({
      statusCode: 400,
      more: { errors: [expect.objectContaining({ line: row })] },
    })
  }
  await expect(open(MILLION_COMMAS)).rejects.toThrow('Row 1 has more than 16,384 columns')
})

test('C32 B51 Blank cells beyond the heading are ignored, filled ones are rejected', async () => {
  const most = MAX_CELLS - 2
  const file = await open(`Name,Phone${','.repeat(most)}\nAnn,1${','.repeat(most)}\n,,,\u3000, \n`)
  expect(file.titles).toEqual(['Name', 'Phone'])
  expect([await file.countRows(), await listCells(file)]).toEqual([1, [['Ann', '1']]])
  const wide = await open(`Name\nAnn\nBo${','.repeat(most)}x`)
  await expect(wide.countRows()).rejects.toThrow(`Row 3 has ${most + 1} columns, expected 1`)
})

test('C32 A quoting error in an earlier row is reported before a row that is too wide', async () => {
  const file = await open('Name\nAnn "A" B\nBo,2\n')
  await expect(file.countRows()).rejects.toThrow('inside a cell of row 2 must be doubled')
  const long = await open(`Name\n${'x'.repeat(1024 * 1024 + 1)}\n`)
  await expect(long.countRows()).rejects.toThrow('Row 2 is longer than 1 MB')
})

test('C32 B51 The cells are the same as those that the library reads from the whole file', () => {
  const pieces = [
    'a',
    'é',
    '\u3000',
    ',',
    ',',
    ';',
    '"',
    '""',
    '\r',
    '\n',
    '\r\n',
    ' ',
    '\t',
    '""a',
  ]
  const text = fc.array(fc.constantFrom(...pieces), { maxLength: 40 })
  fc.assert(
    fc.property(text, (some) => {
      const body = `a,b,c,d,e,f,g,h,i,j\n${some.join('')}`
      expect(attempt(() => readAll(`sep=,\n${body}`).map(({ cells }) => cells))).toEqual(
        attempt(() => readByLibrary(body)),
      )
    }),
    { numRuns: shortOrLong(300, 4_000) },
  )
})

/**
 * Returns the rows below the heading without blank rows and without blank cells at their end. Throws at wrong quotes or
 * too many cells.
 */
function readByLibrary(text: string): string[][] {
  const rows: string[][] = parse(text, {
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
  })
  const used = rows
    .slice(1)
    .map((row) => row.slice(0, row.findLastIndex((cell) => cell.trim()) + 1))
  if (used.some((row) => row.length > 10)) throw new Error('too many cells')
  return used.filter((row) => row.length)
}

function attempt(read: () => string[][]): string[][] | 'invalid' {
  try {
    return read()
  } catch {
    return 'invalid'
  }
}

/** A thread that ends if a file begins with "c", hangs if it begins with "h", and opens other files. */
const FRAGILE = `import { parentPort } from 'node:worker_threads'
  parentPort.on('message', ({ sent }) => {
    const [letter] = Buffer.from(sent).toString()
    if (letter === 'c') process.exit(1)
    while (letter === 'h');
    parentPort.postMessage({ opened: { start: [{ line: 1, cells: [letter] }], digest: '' } })
  })`

test('C32 A file that crashes or blocks its thread is a 503, and the next file is read', async () => {
  const script = new URL(`data:text/javascript,${encodeURIComponent(FRAGILE)}`)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const fragile = openCsvReader(script, { memoryMb: 64, timeoutMs: 60_000 })
  const files = ['crash', 'second', 'hang', 'fourth'].map((text) =>
    fragile.open(text, share(Buffer.from(text))),
  )
  const opened = Promise.allSettled(files)
  await files[1]
  // The limit of "hang". The others have as long as they need.
  await expect.poll(() => vi.getTimerCount()).toBe(1)
  vi.runOnlyPendingTimers()
  const results = await opened
  expect(
    results.map((result) => (result.status === 'fulfilled' ? 'read' : codeOf(result))),
  ).toEqual([503, 'read', 503, 'read'])
  await fragile.close()
  await expect(fragile.open('me', share(Buffer.from('x')))).rejects.toMatchObject({
    statusCode: 503,
  })
})

function codeOf({ reason }: PromiseRejectedResult): number {
  return (reason as RequestError).statusCode
}

test('C32 Between two steps of one file another account reads its file', async () => {
  const long = await open(`Name\n${'Ann\n'.repeat(5_000)}`, 'many')
  const order: string[] = []
  const counting = long.countRows().then(() => order.push('many'))
  const other = await open('Name\nBo\n', 'other')
  order.push(`other ${await other.countRows()}`)
  await counting
  expect(order).toEqual(['other 1', 'many'])
})
