/** The encodings of CSV files (SPEC B51, C515). */
import { isUtf8 } from 'node:buffer'
import { InvalidCsv } from './invalid-csv.ts'
import { share } from './share.ts'

export const BYTE_ORDER_MARK = Buffer.from('\uFEFF')
const UTF_16 = [
  { mark: Buffer.from([0xff, 0xfe]), name: 'utf-16le' },
  { mark: Buffer.from([0xfe, 0xff]), name: 'utf-16be' },
]
/** Many programs export such a page under the name ".xls". */
const MARKUP = /^\s*<(?:!doctype|html|table|\?xml|\?mso|meta|head|style)\b/i
const MARKUP_MESSAGE =
  'This is a web page or an XML file under the name of a spreadsheet. Open it in Excel and save it as Excel Workbook (.xlsx).'
const SAVE_AS = 'In Excel, save it as “CSV UTF-8 (Comma delimited)”.'
const WINDOWS = 'windows-1252'
const MOST_WORDS = 5
const LONGEST_WORD = 40

/** `letters`: words with letters that another encoding would read differently. */
type Utf8File = { bytes: SharedArrayBuffer; letters: string[] }

/**
 * Excel's "Unicode text" is UTF-16 with a mark, and its "CSV (Comma delimited)" is Windows-1252. That one names itself nowhere: the user
 * sees some of its words before the import. Throws InvalidCsv.
 */
export function toUtf8(sent: SharedArrayBuffer): Utf8File {
  const file = Buffer.from(sent)
  const wide = UTF_16.find(({ mark }) => startsWith(file, mark))
  const bytes = wide ? share(Buffer.from(decode(file, wide.name))) : sent
  const text = Buffer.from(bytes)
  if (text.toString('utf8', 0, 100).trim() === '') throw new InvalidCsv('The file is empty')
  if (MARKUP.test(text.toString('utf8', 0, 1000).replace(/^\uFEFF/, '')))
    throw new InvalidCsv(MARKUP_MESSAGE)
  if (text.includes(0)) throw new InvalidCsv(`The file is not in UTF-8. ${SAVE_AS}`)
  return isUtf8(text) ? { bytes, letters: [] } : readWindows(text)
}

export function startsWith(file: Buffer, mark: Buffer): boolean {
  return file.subarray(0, mark.length).equals(mark)
}

/** Half a character is an error: it would be replaced by "\uFFFD" in a name. */
function decode(file: Buffer, encoding: string): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(file)
  } catch {
    throw new InvalidCsv(`The file is not valid UTF-16. ${SAVE_AS}`)
  }
}

/** A text has no control characters but tabs and line ends: a picture has. */
function readWindows(file: Buffer): Utf8File {
  const text = new TextDecoder(WINDOWS).decode(file)
  if (/[^\P{Cc}\t\r\n]/u.test(text)) throw new InvalidCsv(`The file is not in UTF-8. ${SAVE_AS}`)
  return { bytes: share(Buffer.from(text)), letters: listWords(text) }
}

function listWords(text: string): string[] {
  const words = new Set<string>()
  for (const [word] of text.matchAll(/[^\s,;"]*[^\p{ASCII}][^\s,;"]*/gu)) {
    words.add(word.slice(0, LONGEST_WORD))
    if (words.size === MOST_WORDS) break
  }
  return [...words]
}
