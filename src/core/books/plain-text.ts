/** Text that every QuickBooks program can read: ASCII without commas, semicolons, quotes, tabs and line ends (SPEC C223). */
import { escapeFormula } from '#core/transfer/csv.ts'

const LETTERS: Record<string, string> = {
  ß: 'ss',
  Æ: 'AE',
  æ: 'ae',
  Ø: 'O',
  ø: 'o',
  Œ: 'OE',
  œ: 'oe',
  Ł: 'L',
  ł: 'l',
  Đ: 'D',
  đ: 'd',
  '‘': "'",
  '’': "'",
  '“': ' ',
  '”': ' ',
  '–': '-',
  '—': '-',
  '…': '...',
  '·': '-',
  '€': 'EUR',
}

/** "Łukasz “Fast”, Inc." → "Lukasz Fast Inc.". Other letters are "?". Formulas are escaped. */
export function toPlainText(text: string): string {
  const letters = [...text].map((letter) => LETTERS[letter] ?? letter).join('')
  const ascii = letters
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[\s,";]+/g, ' ')
    .replaceAll(/[^ -~]/gu, '?')
  return escapeFormula(ascii.trim())
}

/** A name or a class: a colon would make it a sub-name of another one. */
export function toPlainName(text: string): string {
  return toPlainText(text).replaceAll(/\s*:\s*/g, ' - ')
}

/** Cuts a text between words, if a word ends in the second half. */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const space = text.lastIndexOf(' ', maxLength)
  return text.slice(0, space > maxLength / 2 ? space : maxLength).trim()
}
