/** Converts a CSV cell to a value for the field's schema (SPEC B51). */
import { readTypedDay } from '#core/calendar.ts'
import { SHORT_LENGTH } from '#core/fields/checks.ts'
import type { Control, Field } from '#core/fields/field.ts'
import { readTypedAmount } from '#core/money.ts'
import { matchChoice } from './choices.ts'

/**
 * Undefined for a blank cell, so the field gets its stored default. Accepts "$1,234.50", "11/20/2026 08:00" and "In
 * Transit". Any other text, and text that is too long for these values, stays unchanged, and the schema rejects it.
 */
export function parseCell(field: Field, cell: string): unknown {
  const text = cell.trim()
  if (text === '') return undefined
  if (text.length > SHORT_LENGTH && field.control !== 'none') return text
  return PARSERS[field.control]?.(text, field) ?? text
}

const PARSERS: Partial<Record<Control, (text: string, field: Field) => unknown>> = {
  money: (text, { places }) => readTypedAmount(text, places),
  quantity: (text, { places }) => readTypedAmount(text.replace(UNIT, ''), places),
  day: (text) => readTypedDay(text.replace(TIME_OF_PLACE, '')),
  choice: (text, { options = [] }) => {
    const [value, other] = matchChoice(options, text)
    return other === undefined ? value : undefined
  },
  none: parseList,
}

/** "42,000 lbs", "781 mi". */
const UNIT = /\s*(?:lbs?|pounds|mi|miles)\.?$/i

/** A time of day after the day. A time in UTC ("…Z") stays, because its local day can be different (SPEC B12). */
const TIME_OF_PLACE = /(?:T|\s+|,\s*)\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:\s?[AaPp][Mm])?$/

function parseList(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
