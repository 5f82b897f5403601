/**
 * The bytes of an email: headers, text and files. All of its parts come from stored rows or checked values. The mail library
 * is loaded by the first email.
 */
import { Readable } from 'node:stream'
import { splitAddresses } from '#core/mail/addresses.ts'
import { readMailFile, toFileNameText, type MailFile } from './mail-files.ts'

/** `from`: the address. `date`, `messageId`: the same for each try, so that email programs recognize a duplicate. */
export type Message = {
  from: string
  fromName: string
  replyTo: string
  recipients: string
  copies: string
  subject: string
  text: string
  files: readonly MailFile[]
  date: string
  messageId: string
  headers?: Record<string, string>
}

/** Opens a message as a stream, which reads the files while it is read. */
export async function openMessage(message: Message): Promise<Readable> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const composer = new MailComposer({
    from: { name: message.fromName, address: message.from },
    to: splitAddresses(message.recipients),
    cc: splitAddresses(message.copies),
    ...(message.replyTo && { replyTo: message.replyTo }),
    subject: message.subject,
    text: message.text,
    date: new Date(message.date),
    messageId: message.messageId,
    headers: message.headers ?? {},
    // The default is random, and would make each try differ.
    baseBoundary: message.messageId.replaceAll(/[^\w]/g, '').slice(0, 40),
    attachments: message.files.map((file) => ({
      filename: toFileNameText(file.name),
      contentType: file.type,
      content: Readable.from(readMailFile(file)),
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return composer.compile().createReadStream()
}
