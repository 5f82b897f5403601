/** A process that sends emails, for tests that kill it. Arguments: the database's address, the mail server as JSON. */
import { openDatabase } from '#server/database/open.ts'
import type { MailServer } from '#server/mail/mail-server.ts'
import { startSender } from '#server/mail/sending/sender.ts'

const [address = '', server = ''] = process.argv.slice(2)
startSender(
  openDatabase(address, () => undefined),
  JSON.parse(server) as MailServer,
  { everyMs: 100 },
)
