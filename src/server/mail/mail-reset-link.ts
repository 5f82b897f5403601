/**
 * Emails the link that sets a new password, immediately and not by the outbox: there other members of the account could read
 * it (SPEC C494). If the email is lost, the person asks for another one.
 */
import { randomUUID } from 'node:crypto'
import { writeMail } from '#core/mail/mail-texts.ts'
import type { Language } from '#core/languages.ts'
import type { MailServer } from './mail-server.ts'
import { openMessage } from './message.ts'
import { connect } from './sending/connection.ts'

const TIMEOUTS = { connect: 15_000, answer: 30_000 }
const SENDER = 'Haulbook'

/** Throws `MailError`. */
export async function mailResetLink(
  server: MailServer,
  facts: Parameters<typeof writeMail.reset>[0],
  language: Language,
): Promise<void> {
  const { from } = server
  const { subject, text } = writeMail.reset(facts, undefined, language)
  const message = await openMessage({
    from,
    fromName: SENDER,
    replyTo: '',
    recipients: facts.email,
    copies: '',
    subject,
    text,
    files: [],
    date: new Date().toISOString(),
    messageId: `<${randomUUID()}@${from.split('@').at(-1)}>`,
  })
  const connection = await connect(server, TIMEOUTS)
  const bytes = Buffer.byteLength(text) + 1000
  await connection.send({ from, to: [facts.email], bytes }, message)
  connection.close()
}
