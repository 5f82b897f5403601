/**
 * The text of a number in a workbook (SPEC C438). Days become "2026-11-20", so that nothing is left to guess. A number is as it is
 * stored, unless its format shows more of it: the zeros of 007, a percentage, or cents that a formula left behind.
 */
import { readSerialDay } from '#core/calendar.ts'
import { divideRounded, parseDecimal, toDecimal } from '#core/money.ts'

/** The formats that programs write by number only. */
const BUILT_IN: Readonly<Record<number, string>> = {
  2: '0.00',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  14: 'm/d/yyyy',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm',
  19: 'h:mm:ss',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'm/d/yyyy h:mm',
  39: '#,##0.00',
  40: '#,##0.00',
  43: '0.00',
  44: '0.00',
  45: 'mm:ss',
  46: 'h:mm:ss',
  47: 'mm:ss',
}

/** Characters of a format. Excel takes no longer one. */
const LONGEST_FORMAT = 255

/** Reads the numbers of cells with one format. */
export type NumberReader = (stored: string) => string

/** `id`, `code`: the number of the format and its text, if it is not built in. `is1904`: days are counted from 1904. */
export function readNumbersOf(id: number, code: string | undefined, is1904: boolean): NumberReader {
  const text = code ?? BUILT_IN[id] ?? (isEastAsianDay(id) ? 'yyyy-mm-dd' : '')
  const format = text.slice(0, LONGEST_FORMAT)
  const [first = ''] = format.split(';')
  const bare = first.replaceAll(/"[^"]*"|\\.|\[(?!h+\]|m+\]|s+\])[^\]]*\]|[_*]./gi, '')
  const hasDay = /[dy]/i.test(bare)
  const hasTime = /[hs]/i.test(bare)
  if (hasDay || hasTime || /^m+$/i.test(bare)) return (stored) => toTime(stored, hasDay, is1904)
  if (bare.includes('%')) return (stored) => `${toPlain(Number(stored) * 100)}%`
  const mask = readMask(first)
  if (mask) return (stored) => fillMask(mask, stored)
  const decimals = /\.(0+)/.exec(bare)?.[1]?.length ?? 0
  return (stored) => roundTo(toPlain(Number(stored)), decimals)
}

/** Formats that have another text in each country, all of them days. */
function isEastAsianDay(id: number): boolean {
  return (id >= 27 && id <= 36) || (id >= 50 && id <= 58)
}

const SECONDS_OF_A_DAY = 86_400
const DAYS_TO_1904 = 1462

/** 46346 → "2026-11-20", 46346.5 → "2026-11-20 12:00", 0.5 → "12:00". */
function toTime(stored: string, hasDay: boolean, is1904: boolean): string {
  const serial = Number(stored) + (is1904 && hasDay ? DAYS_TO_1904 : 0)
  // A second is the smallest unit that anyone types.
  const seconds = Math.round(serial * SECONDS_OF_A_DAY)
  const time = seconds % SECONDS_OF_A_DAY
  const day = readSerialDay(String(Math.floor(seconds / SECONDS_OF_A_DAY)))
  const clock = [Math.floor(time / 3600), Math.floor(time / 60) % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')
  if (!hasDay || day === null) return serial >= 0 && serial < 1 ? clock : toPlain(Number(stored))
  return time ? `${day} ${clock}` : day
}

/** A format of only digits and fixed characters, such as 000, "T-"000 and 00000-0000. Null for any other. */
function readMask(format: string): string[] | null {
  const parts = format.replace(/^\[[^\]]*\]/, '').match(/"[^"]*"|\\.|0|[- ()/]|./g) ?? []
  const isMask = parts.every((part) => /^(?:"[^"]*"|\\.|0|[- ()/])$/s.test(part))
  const digits = parts.filter((part) => part === '0').length
  if (!isMask || !digits || (digits === 1 && parts.length === 1)) return null
  return parts.map((part) => (part === '0' ? part : part.replaceAll(/^["\\]|"$/g, '')))
}

/** 7 in the format "T-"000 → "T-007". The digits before the format's are kept. */
function fillMask(mask: readonly string[], stored: string): string {
  const plain = toPlain(Number(stored))
  if (!/^\d+$/.test(plain)) return plain
  const places = mask.filter((part) => part === '0').length
  const digits = [...plain.padStart(places, '0')]
  const extra = digits.splice(0, digits.length - places).join('')
  let isFirst = true
  return mask
    .map((part) => {
      if (part !== '0') return part
      const before = isFirst ? extra : ''
      isFirst = false
      return before + (digits.shift() ?? '')
    })
    .join('')
}

/** The number as a person reads it: a spreadsheet has 15 digits, and 0.1 + 0.2 is 0.3. */
function toPlain(number: number): string {
  if (!Number.isFinite(number)) return ''
  const [digits = '', exponent] = number.toPrecision(15).split('e')
  const [whole = '', decimals = ''] = digits.replace('-', '').split('.')
  const shift = Number(exponent ?? 0)
  const all = whole + decimals
  const point = whole.length + shift
  const before = point > 0 ? all.slice(0, point).padEnd(point, '0') : '0'
  const after = point > 0 ? all.slice(point) : '0'.repeat(Math.min(-point, 300)) + all
  const text = `${before.replace(/^0+(?=\d)/, '')}.${after}`.replace(/\.?0*$/, '')
  return number < 0 && /[1-9]/.test(text) ? `-${text}` : text
}

/** What the format shows of a number with more decimals, if it shows cents. A format without cents must not hide any. */
function roundTo(plain: string, decimals: number): string {
  const places = plain.split('.')[1]?.length ?? 0
  if (decimals < 2 || places <= decimals) return plain
  const units = parseDecimal(plain, places)
  if (units === null) return plain
  return toDecimal(divideRounded(units, 10n ** BigInt(places - decimals)), decimals)
}
