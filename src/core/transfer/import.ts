/** The limits and responses of a CSV import (SPEC B51, B52). */

/** Bytes. A year of forty loads per day is about 3 MB. */
export const LARGEST_CSV = 32 * 1024 * 1024
export const MOST_CSV_COLUMNS = 100
export const MOST_CSV_ROWS = 100_000
/** Further errors are only counted. */
export const MOST_NAMED_ERRORS = 500
export const PREVIEWED_ROWS = 5

/**
 * An invalid cell. `line` is the row number in a spreadsheet: the heading is 1, and a row with line breaks in
 * a cell is one row. `column` is the title in the file.
 */
export type CellError = { line: number; column: string; message: string }

export type CellErrors = { errors: CellError[]; errorCount: number }

/** The field of each column of the file; null if the column is not imported. */
export type ColumnMatch = (string | null)[]

/** The response of `POST /api/{entity}/import/check`, which writes nothing. */
export type ImportCheck = CellErrors & {
  titles: string[]
  columns: ColumnMatch
  rows: number
  /** The first rows, with the cells as in the file. */
  preview: { line: number; cells: string[] }[]
}

/** The response of a successful `POST /api/{entity}/import`. */
export type Imported = { imported: number }

/**
 * The response of `GET /api/imports/{key}`. `waiting`: no complete file was received for this key. `lost`: the
 * server stopped during the import, and nothing was written.
 */
export type ImportProgress = {
  state: 'waiting' | 'running' | 'done' | 'refused' | 'lost'
  done: number
  total: number
}
