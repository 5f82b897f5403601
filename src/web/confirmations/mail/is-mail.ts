/** What tells a saved email from other files, without its reader: the screens load that on request. */

/** For a file input. */
export const MAIL_TYPES = '.eml,message/rfc822'

/** The first bytes in which the header of an email is recognized. */
const HEAD = 4096

/** A mail that a program saved. Outlook's own format begins like other files of Office. */
export async function isMail(file: File): Promise<boolean> {
  if (isOutlookName(file)) return true
  const head = await file
    .slice(0, HEAD)
    .text()
    .catch(() => '')
  return isMailStart(head)
}

export function isOutlookName({ name }: File): boolean {
  return name.toLowerCase().endsWith('.msg')
}

/** Whether the file begins with the header of an email. */
export function isMailStart(head: string): boolean {
  const [lines = ''] = head.replace(/^\uFEFF?\s*(?:From [^\n]*\n)?/, '').split(/\r?\n\r?\n/)
  const names = lines.split(/\r?\n/).map((line) => /^([\w-]+):|^[ \t]/.exec(line))
  if (!names.length || names.slice(0, -1).some((name) => !name)) return false
  const found = new Set(names.flatMap((name) => name?.[1]?.toLowerCase() ?? []))
  return MARKS.filter((mark) => found.has(mark)).length >= 2
}

const MARKS = ['from', 'to', 'subject', 'date', 'received', 'message-id', 'mime-version']
