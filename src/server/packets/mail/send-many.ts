/** Sends many invoices, each in its own transaction. A repeated request sends none of them twice (SPEC C181). */
import { mailingMessages, type SendMany, type SentMany } from '#core/packets/mailing.ts'
import { splitAddresses } from '#core/mail/addresses.ts'
import { packetMessages } from '#core/packets/packets.ts'
import type { Database, Work } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { RequestError } from '#server/errors.ts'
import { readPacketInvoice } from '#server/invoices/packet-invoice.ts'
import { readMails } from '#server/mail/read-mails.ts'
import {
  makePacket,
  splitPacket,
  type PacketMaker,
  type Requester,
} from '#server/packets/make-packet.ts'
import { readContents } from '#server/packets/contents.ts'
import { readSendings, recordSending } from '#server/packets/sendings.ts'
import { composeFor } from './compose.ts'
import { mailPacket } from './mail-packet.ts'

type Result = SentMany[number]

/** Sends the invoices one after the other, because they share one thread. */
export async function sendMany(
  maker: PacketMaker,
  requester: Requester,
  { invoiceIds, ...how }: SendMany,
  limitMb: number,
): Promise<SentMany> {
  const results: Result[] = []
  for (const invoiceId of new Set(invoiceIds)) {
    const title = await readTitle(maker, requester, invoiceId)
    const sent = await sendOne(maker, requester, invoiceId, how, limitMb).catch(toRefusedResult)
    results.push({ invoiceId, title, ...sent })
  }
  return results
}

async function sendOne(
  maker: PacketMaker,
  requester: Requester,
  invoiceId: number,
  { channel, sentOn }: Omit<SendMany, 'invoiceIds'>,
  limitMb: number,
): Promise<Omit<Result, 'invoiceId' | 'title'>> {
  const { database } = maker
  const { userId, personId } = requester
  const before = await findSending(database, userId, invoiceId)
  if (before) return before
  const packet = await makePacket(maker, requester, invoiceId)
  if (channel !== 'mail')
    return inTransaction(database, async (work) => {
      const record = { channel, askedOn: sentOn, note: null, personId }
      await readPacketInvoice(work, userId, invoiceId, { locked: true })
      const meanwhile = await findSending(work, userId, invoiceId)
      if (meanwhile) return meanwhile
      await recordSending(work, userId, packet, record)
      return { result: 'sent', message: null }
    })
  const parts = await splitPacket(maker, requester, packet, limitMb)
  return inTransaction(database, async (work) => {
    await readPacketInvoice(work, userId, invoiceId, { locked: true })
    const meanwhile = await findSending(work, userId, invoiceId)
    if (meanwhile) return meanwhile
    const { broker, ...mail } = await composeFor(work, userId, packet.contents)
    const to = splitAddresses(mail.to)
    if (!to.length) throw new RequestError(409, mailingMessages.noAddress(broker))
    await mailPacket(work, userId, { ...mail, packet, parts, to, cc: [], sentOn, personId })
    return { result: 'queued', message: mailingMessages.queued }
  })
}

/** Finds an earlier sending. A sending that failed or was undone does not count. */
async function findSending(
  work: Database | Work,
  userId: string,
  invoiceId: number,
): Promise<Omit<Result, 'invoiceId' | 'title'> | undefined> {
  const sendings = (await readSendings(work, userId, invoiceId)).filter(
    ({ undoneOn }) => undoneOn === null,
  )
  if (sendings.some(({ sentOn }) => sentOn !== null))
    return { result: 'skipped', message: mailingMessages.isSent }
  const mails = await readMails(work, userId, 'invoices', invoiceId)
  const isWaiting = mails.some(
    ({ state, records }) =>
      !['failed', 'canceled'].includes(state) &&
      sendings.some(({ id }) =>
        records.some((one) => one.subject === 'invoice_sendings' && one.id === id),
      ),
  )
  return isWaiting ? { result: 'skipped', message: mailingMessages.waiting } : undefined
}

function toRefusedResult(error: unknown): Omit<Result, 'invoiceId' | 'title'> {
  // If the server is too busy, the whole request fails and can be repeated.
  if (!(error instanceof RequestError) || error.statusCode >= 429) throw error
  return {
    result: 'refused',
    message: error.statusCode === 404 ? packetMessages.gone : error.message,
  }
}

async function readTitle({ database }: PacketMaker, { userId }: Requester, invoiceId: number) {
  return readContents(database, userId, invoiceId).then(
    ({ title }) => title,
    () => null,
  )
}
