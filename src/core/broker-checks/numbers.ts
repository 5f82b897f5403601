/** USDOT numbers and dockets (MC, FF) as keys (SPEC C229): two ways to write one number are the same key. */
import { toNfc } from '#core/to-nfc.ts'

/** The key of a number, such as "USDOT 1234567", "MC 123456". */
export type NumberKey = string

type Numbers = { mcNumber: string | null; dotNumber: string | null }

/** "USDOT 0123456" → "USDOT 123456"; null if it is not a USDOT number of 1 to 8 digits. */
export function usdotKey(typed: string | null): NumberKey | null {
  const match = /^(?:US)?(?:DOT)?(?:NO|NUM|NUMBER)?(\d{1,20})$/.exec(squeeze(typed))
  return toKey('USDOT', match?.[1])
}

/**
 * "MC-0123456" or "123456" → "MC 123456", "FF 123456" → "FF 123456": both kinds use the same digits. A letter at the end,
 * such as the B of a broker, is not part of the key. Null if it is not a docket number.
 */
export function docketKey(typed: string | null): NumberKey | null {
  const match = /^(MC|FF|MX)?(?:NO|NUM|NUMBER)?(\d{1,20})[BCP]?$/.exec(squeeze(typed))
  return toKey(match?.[1] ?? 'MC', match?.[2])
}

/** The key of a docket in a file. Null for digits without a kind, which can be an MC or an FF number. */
export function fileDocketKey(text: string): NumberKey | null {
  return /^(?:MC|FF|MX)/.test(squeeze(text)) ? docketKey(text) : null
}

/** The keys of a broker: USDOT first, then the docket. */
export function brokerKeys({ mcNumber, dotNumber }: Numbers): NumberKey[] {
  return [usdotKey(dotNumber), docketKey(mcNumber)].filter((key) => key !== null)
}

/** The official page for a number, to open in a new tab; null for a number without one, such as "FF 1234". */
export function officialPage(key: NumberKey): string | null {
  const [kind = '', digits = ''] = key.split(' ')
  const param = PAGE_PARAMS[kind]
  if (!param) return null
  return `https://safer.fmcsa.dot.gov/query.asp?searchtype=ANY&query_type=queryCarrierSnapshot&query_param=${param}&query_string=${digits}`
}

const PAGE_PARAMS: Record<string, string> = { USDOT: 'USDOT', MC: 'MC_MX', MX: 'MC_MX' }

const MAX_DIGITS = 8

function toKey(kind: string, digits: string | undefined): NumberKey | null {
  const bare = digits?.replace(/^0+/, '') ?? ''
  return bare && bare.length <= MAX_DIGITS ? `${kind} ${bare}` : null
}

const SEPARATORS = /[\s\-#.:/_()\u00AD\u200B-\u200D\u2010-\u2015\u2060\u2116\u2212\uFE58\uFE63]/g

/**
 * Uppercase without blanks, hyphens and dashes of any kind, "#", ".", ":", "/", "_", "№" and parentheses, as in `docket_key` of the
 * database.
 */
function squeeze(text: string | null): string {
  const bare = toNfc(text ?? '').replaceAll(SEPARATORS, '')
  return bare.replaceAll(/[a-z]/g, (letter) => letter.toUpperCase())
}
