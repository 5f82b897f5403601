/** What an import of a CSV file sends and is answered, and its limits (SPEC B51, B52). */

/** The largest file, in bytes; a year of forty loads a day is about 3 MB. */
export const LARGEST_CSV = 32 * 1024 * 1024
export const MOST_CSV_COLUMNS = 100
export const MOST_CSV_ROWS = 100_000
/** More places than these are counted, not named. */
export const MOST_NAMED_ERRORS = 500
export const PREVIEWED_ROWS = 5

/**
 * A cell that cannot be taken. `line` counts as a spreadsheet counts its rows: the heading is 1, and a
 * cell with line ends in it makes one line. `column`: the title in the file.
 */
export type CellError = { line: number; column: string; message: string }

export type CellErrors = { errors: CellError[]; errorCount: number }

/** Which column of the file goes into which field, in the file's order; null: into none. */
export type ColumnMatch = (string | null)[]

/** What `POST /api/{entity}/import/check` answers. Nothing was written. */
export type ImportCheck = CellErrors & {
  titles: string[]
  columns: ColumnMatch
  rows: number
  /** The first rows, cells as they stand in the file. */
  preview: { line: number; cells: string[] }[]
}

/** What `POST /api/{entity}/import` answers where it took the file. */
export type Imported = { imported: number }

/**
 * What `GET /api/imports/{key}` answers. `waiting`: no file has arrived whole under this key. `lost`: the
 * server that ran it was ended, and nothing was written.
 */
export type ImportProgress = {
  state: 'waiting' | 'running' | 'done' | 'refused' | 'lost'
  done: number
  total: number
}
