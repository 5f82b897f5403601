/** The text of an email with a packet, before the person edits it. */
import { writeMail } from '#core/mail/mail-texts.ts'
import type { MailForm } from '#core/packets/mailing.ts'
import { labelPaper } from '#core/packets/stamp.ts'
import type { Database, Work } from '#server/database/open.ts'
import { readMailSettings } from '#server/mail/settings.ts'
import { readContents, type Contents } from '#server/packets/contents.ts'

export type Composed = Pick<MailForm, 'to' | 'subject' | 'text'> & {
  broker: string
}

/** Throws 404 if the account has no such invoice. */
export async function composeMail(
  work: Database | Work,
  userId: string,
  invoiceId: number,
): Promise<Composed> {
  return composeFor(work, userId, await readContents(work, userId, invoiceId))
}

export async function composeFor(
  work: Database | Work,
  userId: string,
  { invoice, title }: Contents,
): Promise<Composed> {
  const broker = await work
    .selectFrom('brokers')
    .select(['companyName', 'email', 'invoiceEmail'])
    .where('userId', '=', userId)
    .where('id', '=', invoice.brokerId)
    .executeTakeFirst()
  const loads = invoice.loads.map(({ number }) => number)
  const label = labelPaper(title, loads)
  return {
    ...writeMail.invoice({ label }, await readMailSettings(work, userId)),
    broker: broker?.companyName ?? '',
    to: broker?.invoiceEmail ?? broker?.email ?? '',
  }
}
