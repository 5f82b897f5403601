/** A saved email as the papers that it brings: its PDFs, else its photos, else its text (SPEC C504). */
import { typeText } from '#core/documents/type-text.ts'
import { isPdf } from '#web/documents/file-type.ts'
import { isOutlookName } from './is-mail.ts'
import { parseMail, type MailFile, type SavedMail } from './parse-mail.ts'

/** The longest text, in characters: some 30 pages. */
export const LONGEST_TEXT = 200_000

/** Above, no paper of 25 MB fits into it. */
const LARGEST_MAIL = 60 * 1024 * 1024

const OUTLOOK_MESSAGE =
  'An Outlook message (.msg) can’t be read. Save it as .eml, or drag the PDF out of it and drop that.'

/** The papers to choose from; the first is the likely one. Throws an Error with a message for the user. */
export async function openMail(file: File): Promise<File[]> {
  if (isOutlookName(file)) throw new Error(OUTLOOK_MESSAGE)
  if (file.size > LARGEST_MAIL) throw new Error('The email is larger than 60 MB')
  const mail = parseMail(new Uint8Array(await file.arrayBuffer()))
  const pdfs = await pickPdfs(mail.files)
  const papers = pdfs.length ? pdfs : pickPhotos(mail.files)
  const text = mail.text.trim() ? [textPaper(mail)] : []
  if (!papers.length && !text.length)
    throw new Error('The email has neither a PDF, nor a photo, nor text')
  // The text of a mail with one paper says "see attached".
  return papers.length === 1 ? papers : [...papers, ...text]
}

async function pickPdfs(files: readonly MailFile[]): Promise<File[]> {
  const all = files.map((file) => toFile(file, 'application/pdf', 'Attachment.pdf'))
  const found = await Promise.all(all.map(isPdf))
  return all.filter((_, at) => found[at])
}

/** Logos stand inside the text. */
function pickPhotos(files: readonly MailFile[]): File[] {
  return files
    .filter(({ type, isInline }) => type.startsWith('image/') && !isInline)
    .map((file) => toFile(file, file.type, 'Attachment'))
}

function toFile({ name, bytes }: MailFile, type: string, unnamed: string): File {
  return new File([bytes], name.replaceAll(/[\p{C}/\\]/gu, '').trim() || unnamed, { type })
}

/** The subject often has the number of the load, and the sender is the broker. */
function textPaper({ subject, from, text }: SavedMail): File {
  return toTextPaper(
    [`Subject: ${subject}`, `From: ${from}`, '', text].join('\n'),
    'Email text.pdf',
  )
}

export function toTextPaper(text: string, name: string): File {
  const bytes = typeText(text.slice(0, LONGEST_TEXT)) as Uint8Array<ArrayBuffer>
  return new File([bytes], name, { type: 'application/pdf' })
}
