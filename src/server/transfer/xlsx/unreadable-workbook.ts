/** Why a workbook cannot be read (SPEC C438). */

const MESSAGES = {
  damaged: 'The workbook is damaged. Open it in Excel and save it again as Excel Workbook (.xlsx).',
  large: 'The workbook is too large. Split it, or save the sheet as “CSV UTF-8 (Comma delimited)”.',
  sheets: 'The workbook has more than 20 sheets. Save the sheet that you need as its own workbook.',
  blank: 'The workbook has no rows',
  password: 'The workbook has a password. In Excel, remove it and save the workbook again.',
  binary: 'This is a binary workbook (.xlsb). In Excel, save it as Excel Workbook (.xlsx).',
  old: 'This is a workbook of an old Excel (.xls). In Excel, save it as Excel Workbook (.xlsx).',
  other: 'This is not an Excel workbook. Save the sheet as Excel Workbook (.xlsx) or as CSV.',
}

export class UnreadableWorkbook extends Error {
  constructor(why: keyof typeof MESSAGES) {
    super(MESSAGES[why])
  }
}

/** The beginning of a ZIP, and of the files of old Office programs, which also hold workbooks with a password. */
const ZIP = Buffer.from('PK\u0003\u0004')
const OLD_OFFICE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0])

/** Whether the file is a workbook. Throws UnreadableWorkbook for one that can't be read. */
export function isWorkbook(file: Buffer): boolean {
  if (startsWith(file, OLD_OFFICE)) {
    const isLocked = file.includes(Buffer.from('EncryptedPackage', 'utf16le'))
    throw new UnreadableWorkbook(isLocked ? 'password' : 'old')
  }
  return startsWith(file, ZIP)
}

function startsWith(file: Buffer, mark: Buffer): boolean {
  return file.subarray(0, mark.length).equals(mark)
}
