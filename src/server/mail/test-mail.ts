/** Sends a real email to the signed-in member, and returns the mail server's reply (SPEC C189). */
import { randomUUID } from 'node:crypto'
import { writeMail } from '#core/mail/mail-texts.ts'
import { mailMessages } from '#core/mail/messages.ts'
import type { TestedMail } from '#core/mail/settings.ts'
import { countAttempt } from '#server/accounts/attempts.ts'
import type { Database } from '#server/database/open.ts'
import type { MailServer } from './mail-server.ts'
import { openMessage } from './message.ts'
import { signMail } from './queue.ts'
import { connect, describeError } from './sending/connection.ts'

/** The limit of test emails per account. */
const TESTS = { kind: 'test-mail', most: 20, seconds: 60 * 60, message: mailMessages.tooManyTests }
const TIMEOUTS = { connect: 15_000, answer: 30_000 }

/** Sends a test email immediately and waits for the reply of the mail server. Throws 429. */
export async function sendTestMail(
  database: Database,
  server: MailServer,
  userId: string,
  to: string,
): Promise<TestedMail> {
  await countAttempt(database, TESTS, userId)
  const written = writeMail.test({ host: server.host })
  const signed = await signMail(database, userId, { kind: 'test', text: written.text })
  const message = await openMessage({
    ...signed,
    from: server.from,
    recipients: to,
    copies: '',
    subject: written.subject,
    files: [],
    date: new Date().toISOString(),
    messageId: `<${randomUUID()}@${server.from.split('@').at(-1)}>`,
  })
  try {
    const connection = await connect(server, TIMEOUTS)
    const bytes = Buffer.byteLength(signed.text) + 1000
    const { text: answer } = await connection.send({ from: server.from, to: [to], bytes }, message)
    connection.close()
    return { accepted: true, to, answer }
  } catch (error) {
    return { accepted: false, to, answer: describeError(error) }
  }
}
