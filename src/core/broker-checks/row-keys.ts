/** The numbers that a row of a file is about. */
import { FILES, type FileKind, type FileRow } from './file-kinds.ts'
import { fileDocketKey, usdotKey, type NumberKey } from './numbers.ts'

/** The keys of a row: USDOT first, then dockets. */
export function rowKeys(kind: FileKind, row: FileRow): NumberKey[] {
  const { usdot, dockets } = FILES[kind]
  const joined = dockets.map((titles) =>
    fileDocketKey(titles.map((title) => row[title] ?? '').join('')),
  )
  return [usdotKey(row[usdot] ?? ''), ...joined].filter((key) => key !== null)
}
