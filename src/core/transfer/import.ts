/** The limits and responses of a CSV import (SPEC B51, B52, C58, C59). */
import { z } from 'zod'
import { ENTITY_NAMES } from '#core/fields/field.ts'
import { pastCounts } from './past-loads.ts'

/** The maximum size of a CSV file in bytes. A year of forty loads per day is about 3 MB. */
export const LARGEST_CSV = 32 * 1024 * 1024
export const MAX_CSV_COLUMNS = 100
export const MAX_CSV_ROWS = 100_000
/** The maximum number of errors that a response lists. Other errors are only counted. */
export const MAX_NAMED_ERRORS = 500
export const PREVIEWED_ROWS = 5
/** The maximum number of names of missing records, and of unmatched words, in a response. */
export const MAX_LISTED = 200
/** The maximum number of lines that a response lists for one cause. */
export const LISTED_LINES = 5
/** The maximum number of rows that a response names as left out. */
export const MAX_LEFT_OUT = 20

const cellError = z.object({
  line: z
    .int()
    .describe(
      'The row in a spreadsheet: the heading is 1, and a row with line breaks in a cell is one row',
    ),
  column: z.string().describe('The column title in the file'),
  message: z.string(),
})

const errorCause = z.object({
  column: z.string(),
  message: z.string(),
  count: z.int().describe('Invalid cells'),
  lines: z.array(z.int()).describe('The rows of the first of these cells'),
})

const cellErrors = {
  errors: z.array(cellError),
  errorCount: z.int(),
  causes: z.array(errorCause),
}

const rowCounts = z.object({
  new: z.int(),
  changed: z.int(),
  same: z.int().describe('The stored record already has these values'),
  skipped: z.int(),
})

const entityName = z.enum(ENTITY_NAMES)

const missingRecords = z.object({
  entity: entityName,
  count: z.int(),
  names: z.array(z.string()),
  suggested: z
    .array(z.object({ name: z.string(), id: z.int(), label: z.string() }))
    .describe('The stored records that names probably mean. Such a name is not created unanswered'),
})

const sameName = z.object({
  entity: entityName,
  name: z.string(),
  id: z.int(),
  label: z.string().describe('The name of the stored record'),
})

const leftOutRow = z.object({ line: z.int(), text: z.string() })

const unmatchedWord = z.object({
  field: z.string(),
  word: z.string(),
  count: z.int(),
  options: z.array(z.string()).describe('What the word can mean'),
})

const columnMatch = z.array(z.string().nullable())

/** The response of `POST /api/{entity}/import/check`, which writes nothing. */
export const importCheckResponse = z.object({
  ...cellErrors,
  titles: z.array(z.string()),
  columns: columnMatch,
  rows: z.int(),
  preview: z
    .array(
      z.object({
        line: z.int(),
        cells: z.array(z.string()),
        set: z
          .record(z.string(), z.string())
          .optional()
          .describe('Values that the import adds, by field'),
        read: z
          .record(z.string(), z.string())
          .optional()
          .describe('Days and amounts as they will be stored, by field'),
      }),
    )
    .describe('The first rows, with the cells as in the file'),
  counts: rowCounts,
  missing: z.array(missingRecords).describe('Linked records that the account does not have'),
  sameNames: z
    .array(sameName)
    .describe('Names that mean records of another name, as the user said now or before'),
  words: z.array(unmatchedWord),
  leftOut: z
    .array(leftOutRow)
    .describe('Totals, notes and repeated headings, which are not imported: the first 20'),
  leftOutCount: z.int().describe('All of them'),
  days: z
    .object({
      order: z.enum(['mdy', 'dmy']),
      example: z
        .string()
        .nullable()
        .describe(
          'A day that can be read both ways, of a file that does not show whether the month is first',
        ),
      yearless: z.string().optional().describe('A day without a year: it is a day only with year='),
    })
    .describe('How days such as 3/11/2026 are read'),
  letters: z
    .array(z.string())
    .optional()
    .describe('Words of a file that is read as Windows-1252, because it is not in UTF-8'),
  decimalCommas: z.int().describe('Amounts such as “1,5”: amounts only with decimals=comma'),
  unusualDays: z
    .object({
      reversed: z.int(),
      far: z.int(),
      ahead: z
        .int()
        .optional()
        .describe('Only with year=near: pickups more than 60 days in the future'),
      lines: z.array(z.int()),
    })
    .optional()
    .describe('Loads that are delivered before their pickup, or are years away'),
  charges: z
    .object({
      replaced: z.int().describe('Loads whose charges the file replaces'),
      revenues: z.int().describe('Loads whose revenue changes'),
      withoutOwner: z
        .int()
        .describe(
          'Lumpers that pay the owner nothing, because the file does not say what they pay',
        ),
    })
    .optional()
    .describe('Only for a file of charges'),
  past: pastCounts.optional().describe('Only for a file of loads'),
  unpayable: z
    .int()
    .describe('Trucks in the file without an owner or a driver: no one would be paid for them'),
  refused: z
    .array(z.string())
    .describe("Titles of columns that the member's role can't import. They are left out"),
})

/** The response of a successful `POST /api/{entity}/import`. Counts of 0 are left out, except of `imported`. */
export const importedResponse = z.object({
  imported: z.int(),
  changed: z.int().optional(),
  same: z.int().optional(),
  skipped: z.int().optional(),
  created: z
    .partialRecord(entityName, z.int())
    .optional()
    .describe('Linked records that were created by name'),
})

/** The response of `GET /api/imports/{key}`. */
export const importProgressResponse = z.object({
  state: z
    .enum(['waiting', 'running', 'done', 'refused', 'lost'])
    .describe(
      'waiting: no complete file was received for this key; lost: the server stopped during the import, and nothing was written',
    ),
  done: z.int(),
  total: z.int(),
})

/** The response of `POST /api/imports/sheets`: the visible sheets with rows, as CSV with the workbook's row numbers. */
export const sheetsResponse = z.object({
  sheets: z.array(z.object({ name: z.string(), csv: z.string() })),
})

export type Sheets = z.output<typeof sheetsResponse>

/** An invalid cell. */
export type CellError = z.output<typeof cellError>

/** A problem that `count` cells of a column share. */
export type ErrorCause = z.output<typeof errorCause>

export type CellErrors = { errors: CellError[]; errorCount: number; causes: ErrorCause[] }

/** Rows by what an import does with them. */
export type RowCounts = z.output<typeof rowCounts>

/** Records of `entity` that the file names and the account does not have. */
export type MissingRecords = z.output<typeof missingRecords>

/** A name of the file and the stored record that it means. */
export type SameName = z.output<typeof sameName>

/** A row of the file that is no record. */
export type LeftOutRow = z.output<typeof leftOutRow>

/** A word that matches no option of a field, or several; also a word whose meaning the user chose. */
export type UnmatchedWord = z.output<typeof unmatchedWord>

/** The field, or the place of several fields, of each column of the file; null if the column is not imported. */
export type ColumnMatch = z.output<typeof columnMatch>

export type ImportCheck = z.output<typeof importCheckResponse>
export type Imported = z.output<typeof importedResponse>
export type ImportProgress = z.output<typeof importProgressResponse>
