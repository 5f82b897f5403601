/** Builds an email as a file that opens as a draft in an email program, if no mail server is set up (SPEC C188). */
import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { toHeaderText } from '#core/mail/addresses.ts'
import type { Database, Work } from '#server/database/open.ts'
import { openMessage } from './message.ts'
import { checkAddresses, signMail, type NewMail } from './queue.ts'

/** The parts of an email that a draft needs. `from`: the person's own address. */
export type MailDraft = Pick<NewMail, 'kind' | 'to' | 'cc' | 'subject' | 'text' | 'files'> & {
  from: string
}

/** The `.eml` file, with the attachments in it. It is not stored. Throws 400 at `to` or `cc`. */
export async function buildDraft(
  work: Database | Work,
  userId: string,
  draft: MailDraft,
): Promise<Readable> {
  const { recipients, copies } = checkAddresses(draft, 'optional')
  const { from, files } = draft
  return openMessage({
    ...(await signMail(work, userId, draft)),
    from,
    recipients,
    copies,
    files,
    subject: toHeaderText(draft.subject),
    date: new Date().toISOString(),
    messageId: `<${randomUUID()}@${from.split('@').at(-1)}>`,
    headers: { 'X-Unsent': '1' },
  })
}

/** Headers of a draft to download. `name`: letters, digits, periods and dashes only, without the extension. */
export function draftHeaders(name: string): Record<string, string> {
  return {
    'content-type': 'message/rfc822',
    'content-disposition': `attachment; filename="${name}.eml"`,
  }
}
