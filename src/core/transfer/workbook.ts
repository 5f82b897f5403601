/** What browser and server need to know of .xlsx workbooks (SPEC C438). */

export const WORKBOOK_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The kinds of file that an import takes, for the browser's dialog. */
export const SHEET_FILES = `.csv,.tsv,.txt,.xlsx,text/csv,${WORKBOOK_TYPE}`

/** Whether the file begins like a ZIP or like the files of old Office programs: the server says what it is. */
export function isWorkbookStart(bytes: Uint8Array): boolean {
  const [first, second] = bytes
  return (first === 0x50 && second === 0x4b) || (first === 0xd0 && second === 0xcf)
}
