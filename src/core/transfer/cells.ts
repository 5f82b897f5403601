/** Converts a cell of a spreadsheet to a value for the field's schema (SPEC B51, C430, C431). */
import {
  readNearestDay,
  readSerialDay,
  readTypedDay,
  readYearlessDay,
  type Day,
  type DayOrder,
} from '#core/calendar.ts'
import { toState } from '#core/confirmations/values/zip-states.ts'
import { SHORT_LENGTH } from '#core/fields/checks.ts'
import type { Control, Field } from '#core/fields/field.ts'
import { readTypedAmount, type DecimalMark } from '#core/money.ts'
import { matchChoice } from './choices.ts'

/** What the user or the whole file says about its amounts and days. */
export type CellStyle = { decimals: DecimalMark; days: DayOrder; year?: YearRule | undefined }

/** The year of days that are written without one: one year, or the year that makes each nearest to a day. Never guessed (SPEC C513). */
export type YearRule = { of: number } | { near: Day }

/** What the user chose. `order`: undefined if the file decides. */
export type ChosenStyle = {
  decimals: DecimalMark
  order: DayOrder | undefined
  year?: YearRule | undefined
}

export const US_STYLE: CellStyle = { decimals: '.', days: 'mdy' }

/**
 * Undefined for a blank cell, so the field gets its stored default; "TBD" or a dash in a column of numbers or days is blank. Accepts
 * "$1,234.50", "11/20/2026 08:00" and "In Transit". Any other text, and text that is too long for these values, stays unchanged, and the
 * schema rejects it.
 */
export function parseCell(field: Field, cell: string, style: CellStyle = US_STYLE): unknown {
  const text = cell.trim()
  if (text === '') return undefined
  if (text.length > SHORT_LENGTH && field.control !== 'none') return text
  const parse = PARSERS[field.control]
  if (parse && DASHED.has(field.control) && isUnknown(text)) return undefined
  return parse?.(text, field, style) ?? text
}

type Parse = (text: string, field: Field, style: CellStyle) => unknown

const PARSERS: Partial<Record<Control, Parse>> = {
  money: (text, { places, unit }, { decimals }) =>
    readTypedAmount(unit === '%' ? text.replace(/\s*%$/, '') : text, places, decimals),
  quantity: (text, { places }, { decimals }) =>
    readTypedAmount(text.replace(UNIT, ''), places, decimals),
  count: (text) => text.replace(WHOLE, '$1'),
  year: (text) => text.replace(WHOLE, '$1'),
  day: (text, _, { days, year }) =>
    readTypedDay(text, days) ?? readSerialDay(text) ?? addYear(text, days, year),
  state: (text) => toState(text) ?? undefined,
  choice: (text, { options = [] }) => {
    const [value, other] = matchChoice(options, text)
    return other === undefined ? value : undefined
  },
  none: parseList,
}

/** "TBD", "N/A" and "?" say that the value is not known, or that there is none (SPEC C512). */
export function isUnknown(cell: string): boolean {
  return UNKNOWN.test(cell.trim().slice(0, SHORT_LENGTH))
}

const UNKNOWN =
  /^(?:t\.?b\.?[dac]\.?|n\/?a|not (?:known|set|assigned)|unknown|unassigned|none|\?+|[-\u2013\u2014]+)$/i

function addYear(text: string, order: DayOrder, year: YearRule | undefined): Day | null {
  if (!year) return null
  return 'of' in year
    ? readYearlessDay(text, order, year.of)
    : readNearestDay(text, order, year.near)
}

/** Columns in which such a word stands for nothing. */
const DASHED: ReadonlySet<Control> = new Set(['money', 'quantity', 'count', 'year', 'day'])

/** "42,000 lbs", "42,000#", "781 mi". */
const UNIT = /\s*(?:lbs?|pounds|mi|miles)\.?$|\s*#$/i

/** "24.0" is a whole number of a spreadsheet. */
const WHOLE = /^(\d{1,9})\.0+$/

/** At the end of a workbook's number with decimals: its point is no mark of thousands, whatever the user says of the texts. Trimmed as a blank. */
export const NUMBER_MARK = '\u2007'

/** At the end of the text of a cell that is merged over several rows, in each of them. Trimmed as a blank. */
export const MERGED_MARK = '\u2008'

/** What a spreadsheet shows for a formula that failed, or for a column that is too narrow. */
export function isSpreadsheetError(cell: string): boolean {
  return /^#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NULL!|NUM!|SPILL!|CALC!|#{2,})$/i.test(cell)
}

function parseList(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
