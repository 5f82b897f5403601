/** Sends the packets of a schedule to its factor, and records each (SPEC C248). */
import { sql } from 'kysely'
import { BYTES_PER_MB } from '#core/bytes.ts'
import { formatDay } from '#core/calendar.ts'
import type { ScheduleDetails } from '#core/factoring/responses.ts'
import {
  schedulePacketMessages,
  type NewScheduleMail,
  type NewScheduleSending,
  type SchedulePackets,
  type ScheduleSending,
} from '#core/factoring/schedule-packets.ts'
import { writeMail } from '#core/mail/mail-texts.ts'
import { numberSubject, splitByLimit } from '#core/mail/split.ts'
import { hasResponse, runIdempotent, type Repeatable } from '#server/database/idempotency.ts'
import type { Database, Work } from '#server/database/open.ts'
import { askToConfirm, RequestError } from '#server/errors.ts'
import { readFactor } from '#server/factoring/factor-store.ts'
import { readSchedule } from '#server/factoring/read-schedules.ts'
import { queueMail } from '#server/mail/queue.ts'
import {
  splitPacket,
  type MadePacket,
  type PacketMaker,
  type PacketRecord,
  type Requester,
} from '#server/packets/make-packet.ts'
import { readFactorSendings, recordSending } from '#server/packets/sendings.ts'
import { confirmDay } from '#server/receipts/confirm.ts'
import {
  makeAllPackets,
  makePackets,
  nameFiles,
  readScheduleFiles,
  readSendableSchedule,
  type ScheduleMaker,
} from './schedule-papers.ts'

/**
 * Reads the sendings of a schedule, newest first. Packets that were sent together are one sending. Packets that were sent with an
 * earlier or later schedule of the same invoices are left out.
 */
export async function readScheduleSendings(
  database: Database | Work,
  userId: string,
  { id: scheduleId, invoices }: Pick<ScheduleDetails, 'id' | 'invoices'>,
): Promise<ScheduleSending[]> {
  const numbers = new Map(invoices.map(({ id, number }) => [id, number]))
  const standing = await readStandingTime(database, userId, scheduleId)
  const rows = await readFactorSendings(database, userId, [...numbers.keys()], standing)
  return [...Map.groupBy(rows, ({ createdAt }) => createdAt).values()].flatMap((own) => {
    const [first] = own
    if (!first) return []
    const { id, askedOn, note, sentBy } = first
    const sentOn = own.every((one) => one.sentOn !== null) ? first.sentOn : null
    const packets = own.map(({ invoiceId, sha256, bytes }) => ({
      invoiceId,
      number: numbers.get(invoiceId) ?? '',
      sha256,
      bytes,
    }))
    return [{ id, askedOn, sentOn, note, sentBy, packets }]
  })
}

type StandingTime = Parameters<typeof readFactorSendings>[3]

/** Reads when the schedule was submitted and voided. A void schedule never changes again, so its last change is the void. */
async function readStandingTime(
  database: Database | Work,
  userId: string,
  id: number,
): Promise<StandingTime> {
  const { rows } = await sql<StandingTime>`
    select submitted_at::text as since, case when state = 'void' then updated_at::text end as until
    from factor_schedules where user_id = ${userId} and id = ${id}`.execute(database)
  return rows[0] ?? { since: null, until: null }
}

/** Composes the email to the factor. The person can edit it before it is sent. */
export async function composeScheduleMail(
  database: Database,
  userId: string,
  { factorId, number, count }: Pick<ScheduleDetails, 'factorId' | 'number' | 'count'>,
): Promise<Pick<SchedulePackets['mail'], 'to' | 'subject' | 'text'>> {
  const { email, clientNumber } = await readFactor(database, userId, factorId)
  const about = { number: String(number ?? ''), clientNumber, invoices: count }
  return { to: email ?? '', ...writeMail.schedule(about) }
}

/** Throws the errors of `readSendableSchedule`, 409 to confirm a second sending, and 400 at a field. */
export async function mailSchedule(
  scheduleMaker: ScheduleMaker,
  requester: Requester,
  id: number,
  { limitMb, ...mail }: NewScheduleMail & { limitMb: number },
  request: Repeatable,
): Promise<{ queued: number }> {
  const { database } = scheduleMaker.maker
  const { userId, personId } = requester
  if (await hasResponse(database, userId, request))
    return runIdempotent(database, userId, request, () => Promise.resolve({ queued: 0 }))
  const schedule = await readSendableSchedule(database, userId, id)
  const made = await makeAllPackets(scheduleMaker.maker, requester, schedule)
  const mails = await listMails(scheduleMaker, requester, { schedule, made, limitMb })
  return runIdempotent(database, userId, request, async (work) => {
    await rejectSecond(work, userId, schedule, mail.confirmed)
    const { to, cc, subject, sentOn } = mail
    const note = [...to, ...cc].join(', ')
    const record = { channel: 'factor', askedOn: sentOn, note, personId, isMailed: true } as const
    const sendingIds: number[] = []
    for (const { packet } of byId(made))
      sendingIds.push(await recordSending(work, userId, packet, record))
    for (const [at, files] of mails.entries())
      await queueMail(work, userId, {
        kind: 'schedule',
        to,
        cc,
        files,
        text: mail.text,
        subject: numberSubject(subject, at, mails.length),
        subjectOf: [
          { subject: 'factor_schedules', id },
          ...made.map(({ invoice }) => ({ subject: 'invoices', id: invoice.id })),
          ...sendingIds.map((sendingId) => ({ subject: 'invoice_sendings', id: sendingId })),
        ],
      })
    return { queued: mails.length }
  })
}

type File = { name: string; type: string; bytes: Uint8Array }
type PacketOf<Packet> = { invoice: ScheduleDetails['invoices'][number]; packet: Packet }
type MadePackets = PacketOf<MadePacket>[]

/** Invoices are locked in the order of their ids (SPEC C254). A schedule has them by due date. */
function byId<Packet>(made: readonly PacketOf<Packet>[]): PacketOf<Packet>[] {
  return made.toSorted((one, other) => one.invoice.id - other.invoice.id)
}

/** Makes the packets and returns only their records, so that packets of any size fit: one packet is in memory at a time. */
async function makeRecords(
  maker: PacketMaker,
  requester: Requester,
  schedule: ScheduleDetails,
): Promise<PacketOf<PacketRecord>[]> {
  const made: PacketOf<PacketRecord>[] = []
  for await (const { invoice, packet } of makePackets(maker, requester, schedule)) {
    const { pdf: _, ...record } = packet
    made.push({ invoice, packet: record })
  }
  return made
}

type Sent = { schedule: ScheduleDetails; made: MadePackets; limitMb: number }

/** Splits the files into emails. Throws 409 if one file is too large for an email. */
async function listMails(
  scheduleMaker: ScheduleMaker,
  requester: Requester,
  sent: Sent,
): Promise<File[][]> {
  const files = await listFiles(scheduleMaker, requester, sent)
  const sized = files.map((file) => ({ name: file.name, bytes: file.bytes.length, file }))
  const split = splitByLimit(sized, sent.limitMb)
  if ('message' in split) throw new RequestError(409, split.message)
  return split.mails.map((mail) => mail.map(({ file }) => file))
}

/** Lists all files. A packet over the limit is split between papers. Throws 409 if one paper is over the limit. */
async function listFiles(
  scheduleMaker: ScheduleMaker,
  requester: Requester,
  { schedule, made, limitMb }: Sent,
): Promise<File[]> {
  const files = await readScheduleFiles(scheduleMaker, requester.userId, schedule)
  const names = nameFiles(schedule)
  for (const { invoice, packet } of made) {
    const parts = await splitPacket(scheduleMaker.maker, requester, packet, limitMb)
    for (const [at, { pdf }] of parts.entries())
      files.push(toPdf(numberSubject(names.get(invoice.id) ?? '', at, parts.length), pdf))
  }
  return files
}

function toPdf(name: string, bytes: Uint8Array): File {
  return { name: `${name}.pdf`, type: 'application/pdf', bytes }
}

/** Records that the packets, of any size, were sent outside Haulbook. Throws the errors of `mailSchedule`. */
export async function recordScheduleSending(
  scheduleMaker: ScheduleMaker,
  requester: Requester,
  id: number,
  { sentOn, note, confirmed }: NewScheduleSending,
  request: Repeatable,
): Promise<{ recorded: number }> {
  const { database } = scheduleMaker.maker
  const { userId, personId } = requester
  if (await hasResponse(database, userId, request))
    return runIdempotent(database, userId, request, () => Promise.resolve({ recorded: 0 }))
  const schedule = await readSendableSchedule(database, userId, id)
  const made = await makeRecords(scheduleMaker.maker, requester, schedule)
  return runIdempotent(database, userId, request, async (work) => {
    await rejectSecond(work, userId, schedule, confirmed)
    const record = { channel: 'factor', askedOn: sentOn, note, personId } as const
    for (const { packet } of byId(made)) await recordSending(work, userId, packet, record)
    confirmDay('sentOn', sentOn, confirmed)
    return { recorded: made.length }
  })
}

/** Lists all files for one email draft, each packet whole. Throws 409 if together they are too large for an email. */
export async function listDraftFiles(
  scheduleMaker: ScheduleMaker,
  requester: Requester,
  id: number,
  limitMb: number,
): Promise<{ schedule: ScheduleDetails; files: File[] }> {
  const schedule = await readSendableSchedule(scheduleMaker.maker.database, requester.userId, id)
  const made = await makeAllPackets(scheduleMaker.maker, requester, schedule)
  const names = nameFiles(schedule)
  const files = [
    ...(await readScheduleFiles(scheduleMaker, requester.userId, schedule)),
    ...made.map(({ invoice, packet }) => toPdf(names.get(invoice.id) ?? '', packet.pdf)),
  ]
  const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0)
  if (bytes > limitMb * BYTES_PER_MB)
    throw new RequestError(409, schedulePacketMessages.tooLargeForDraft(limitMb))
  return { schedule, files }
}

/** Locks the schedule's row, so that two concurrent requests don't both send it. */
async function rejectSecond(
  work: Work,
  userId: string,
  { id }: Pick<ScheduleDetails, 'id'>,
  confirmed: readonly string[],
): Promise<void> {
  await work
    .selectFrom('factorSchedules')
    .select('id')
    .where('userId', '=', userId)
    .where('id', '=', id)
    .forUpdate()
    .execute()
  const schedule = await readSchedule(work, userId, id)
  if (schedule.state !== 'submitted')
    throw new RequestError(409, schedulePacketMessages[schedule.state])
  if (confirmed.includes('again')) return
  const [last] = await readScheduleSendings(work, userId, schedule)
  if (!last) return
  const { again, someAgain } = schedulePacketMessages
  const ask = last.packets.length < schedule.count ? someAgain : again
  throw askToConfirm('again', ask(formatDay(last.sentOn ?? last.askedOn)))
}
