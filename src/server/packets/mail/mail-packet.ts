/** Sends a packet by email: the sending and its emails in one transaction (SPEC C181, C183). */
import type { Day } from '#core/calendar.ts'
import { numberSubject } from '#core/mail/split.ts'
import type { Work } from '#server/database/open.ts'
import { queueMail } from '#server/mail/queue.ts'
import type { MadePacket, PacketPart } from '#server/packets/make-packet.ts'
import { recordSending } from '#server/packets/sendings.ts'

type Mailing = {
  packet: MadePacket
  /** The parts of the packet. Each part is sent in its own email. */
  parts: readonly PacketPart[]
  to: readonly string[]
  cc: readonly string[]
  subject: string
  text: string | null
  sentOn: Day
  personId: string
}

/**
 * The sending counts when the mail server has accepted all its emails. Throws 400 at a field, and the 409 of
 * `recordSending`.
 */
export async function mailPacket(work: Work, userId: string, mailing: Mailing): Promise<number> {
  const { packet, parts, to, cc, subject, text, sentOn, personId } = mailing
  const note = [...to, ...cc].join(', ')
  const record = { channel: 'mail', askedOn: sentOn, note, personId } as const
  const id = await recordSending(work, userId, packet, record)
  for (const [at, { name, pdf }] of parts.entries())
    await queueMail(work, userId, {
      kind: 'invoice',
      to,
      cc,
      text,
      subjectOf: [
        { subject: 'invoices', id: packet.contents.invoice.id },
        { subject: 'invoice_sendings', id },
      ],
      subject: numberSubject(subject, at, parts.length),
      files: [{ name, type: 'application/pdf', bytes: pdf }],
    })
  return id
}
