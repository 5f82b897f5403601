/** The limits and responses of a CSV import (SPEC B51, B52, C58, C59). */
import type { EntityName } from '#core/fields/field.ts'

/** Bytes. A year of forty loads per day is about 3 MB. */
export const LARGEST_CSV = 32 * 1024 * 1024
export const MOST_CSV_COLUMNS = 100
export const MOST_CSV_ROWS = 100_000
/** Further errors are only counted. */
export const MOST_NAMED_ERRORS = 500
export const PREVIEWED_ROWS = 5
/** Names of missing records, and words of no option, that a response lists. */
export const MOST_LISTED = 200
/** The first lines of a cause. */
export const LISTED_LINES = 5

/**
 * An invalid cell. `line` is the row number in a spreadsheet: the heading is 1, and a row with line breaks in
 * a cell is one row. `column` is the title in the file.
 */
export type CellError = { line: number; column: string; message: string }

export type CellErrors = { errors: CellError[]; errorCount: number; causes: ErrorCause[] }

/** What is wrong in `count` cells of a column. `lines`: the first of them. */
export type ErrorCause = { column: string; message: string; count: number; lines: number[] }

/** Rows by what an import does with them. `same`: the stored record has these values already. */
export type RowCounts = { new: number; changed: number; same: number; skipped: number }

/** Records of `entity` that the file names and the account does not have. */
export type MissingRecords = { entity: EntityName; count: number; names: string[] }

/** A word that is no option of a field, or several of them; also if its meaning was chosen. `options`: what it can mean. */
export type UnmatchedWord = { field: string; word: string; count: number; options: string[] }

/** The field, or the place of several fields, of each column of the file; null if the column is not imported. */
export type ColumnMatch = (string | null)[]

/** The response of `POST /api/{entity}/import/check`, which writes nothing. */
export type ImportCheck = CellErrors & {
  titles: string[]
  columns: ColumnMatch
  rows: number
  /** The first rows, with the cells as in the file. */
  preview: { line: number; cells: string[] }[]
  counts: RowCounts
  missing: MissingRecords[]
  words: UnmatchedWord[]
  /** Trucks of the file without an owner or a driver: no one would be paid for them. */
  unpayable: number
  /** Titles of columns that the member's role may not import. They are left out. */
  refused: string[]
}

/** The response of a successful `POST /api/{entity}/import`. Counts of 0 are left out, except of `imported`. */
export type Imported = {
  imported: number
  changed?: number
  same?: number
  skipped?: number
  /** Linked records that were created by name. */
  created?: Partial<Record<EntityName, number>>
}

/**
 * The response of `GET /api/imports/{key}`. `waiting`: no complete file was received for this key. `lost`: the
 * server stopped during the import, and nothing was written.
 */
export type ImportProgress = {
  state: 'waiting' | 'running' | 'done' | 'refused' | 'lost'
  done: number
  total: number
}
