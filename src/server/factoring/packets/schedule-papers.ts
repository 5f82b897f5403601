/** The papers of a schedule: its PDF and CSV file, and the packet of each invoice (SPEC C247). */
import {
  LARGEST_MAILED_SCHEDULE,
  schedulePacketMessages,
  type SchedulePackets,
} from '#core/factoring/schedule-packets.ts'
import type { ScheduleDetails } from '#core/factoring/responses.ts'
import { reportLines } from '#core/transfer/report.ts'
import type { Database } from '#server/database/open.ts'
import { RequestError } from '#server/errors.ts'
import { requireCompany } from '#server/settings/company.ts'
import { printSchedule } from '#server/factoring/print-schedule.ts'
import { readSchedule } from '#server/factoring/read-schedules.ts'
import { buildScheduleFile } from '#server/factoring/schedule-file.ts'
import { readContents } from '#server/packets/contents.ts'
import {
  makePacket,
  type MadePacket,
  type PacketMaker,
  type Requester,
} from '#server/packets/make-packet.ts'
import type { PrintFor } from '#server/statements/printer/queue.ts'
import type { ArchivedFile } from '#server/streaming/zip.ts'

/** What makes the papers of a schedule. */
export type ScheduleMaker = { print: PrintFor; maker: PacketMaker }

type Invoice = ScheduleDetails['invoices'][number]

/** Finds why packets can't be made, without reading their files. Throws 404. */
export async function findPacketProblems(
  database: Database,
  userId: string,
  { invoices }: Pick<ScheduleDetails, 'invoices'>,
): Promise<SchedulePackets['problems']> {
  const found: SchedulePackets['problems'] = []
  for (const { id, number } of invoices) {
    const { missing, problems } = await readContents(database, userId, id)
    const messages = [...missing, ...problems].map(({ message }) => message)
    if (messages.length) found.push({ invoiceId: id, number, messages })
  }
  return found
}

/** Throws 404, and 409 for a draft or a void schedule. Throws 409 with a list of all papers that are missing or unreadable. */
export async function readSendableSchedule(
  database: Database,
  userId: string,
  id: number,
): Promise<ScheduleDetails> {
  const schedule = await readSchedule(database, userId, id)
  if (schedule.state !== 'submitted')
    throw new RequestError(409, schedulePacketMessages[schedule.state])
  rejectProblems(await findPacketProblems(database, userId, schedule))
  return schedule
}

function rejectProblems(problems: SchedulePackets['problems']): void {
  if (!problems.length) return
  const reasons = problems.flatMap(({ number, messages }) =>
    messages.map((message) => `Invoice ${number}: ${message}`),
  )
  throw new RequestError(409, reasons.join('. '), { more: { reasons } })
}

/** Makes the packets one after the other. Throws 409 with the reason for each packet that can't be made. */
export async function* makePackets(
  maker: PacketMaker,
  requester: Requester,
  { invoices }: Pick<ScheduleDetails, 'invoices'>,
): AsyncGenerator<{ invoice: Invoice; packet: MadePacket }> {
  const problems: SchedulePackets['problems'] = []
  for (const invoice of invoices) {
    const packet = await makePacket(maker, requester, invoice.id).catch((error: unknown) => {
      if (!(error instanceof RequestError) || error.statusCode !== 409) throw error
      problems.push({ invoiceId: invoice.id, number: invoice.number, messages: [error.message] })
    })
    if (packet && !problems.length) yield { invoice, packet }
  }
  rejectProblems(problems)
}

/** All packets at once, for an email. Throws 409 also if they are too large together. */
export async function makeAllPackets(
  maker: PacketMaker,
  requester: Requester,
  schedule: ScheduleDetails,
): Promise<{ invoice: Invoice; packet: MadePacket }[]> {
  const made = []
  let bytes = 0
  for await (const one of makePackets(maker, requester, schedule)) {
    bytes += one.packet.pdf.length
    if (bytes > LARGEST_MAILED_SCHEDULE)
      throw new RequestError(409, schedulePacketMessages.tooLarge)
    made.push(one)
  }
  return made
}

/** The schedule itself: "Schedule 3.pdf" and "Schedule 3.csv". */
export async function readScheduleFiles(
  { print, maker: { database } }: ScheduleMaker,
  userId: string,
  { id, number }: Pick<ScheduleDetails, 'id' | 'number'>,
): Promise<{ name: string; type: string; bytes: Uint8Array }[]> {
  await requireCompany(database, userId)
  const { pdf } = await printSchedule(print, database, userId, id)
  const text = reportLines(await buildScheduleFile(database, userId, id))
  return [
    { name: `Schedule ${number}.pdf`, type: 'application/pdf', bytes: pdf },
    { name: `Schedule ${number}.csv`, type: 'text/csv', bytes: Buffer.from(text) },
  ]
}

/**
 * The files of the ZIP. Each file is made after the previous one was sent. The route has made every packet once before, so that
 * a packet that can't be made is an error with its reason and not a broken ZIP.
 */
export async function* listArchivedFiles(
  scheduleMaker: ScheduleMaker,
  requester: Requester,
  schedule: ScheduleDetails,
): AsyncGenerator<ArchivedFile> {
  const names = nameFiles(schedule)
  for (const { name, type, bytes } of await readScheduleFiles(
    scheduleMaker,
    requester.userId,
    schedule,
  ))
    yield { name, content: [bytes], isCompressed: type === 'application/pdf' }
  for await (const { invoice, packet } of makePackets(scheduleMaker.maker, requester, schedule))
    yield { name: `${names.get(invoice.id)}.pdf`, content: [packet.pdf], isCompressed: true }
}

/**
 * File names by invoice: "Invoice 1042", without characters that file names can't have. If two names are the same, as for "A/1"
 * and "A-1", the second one also has the id.
 */
export function nameFiles({ invoices }: Pick<ScheduleDetails, 'invoices'>): Map<number, string> {
  const used = new Set<string>()
  return new Map(
    invoices.map(({ id, number }) => {
      const safe = `Invoice ${number.replaceAll(/[^\w.-]+/g, '-')}`
      const isUsed = used.has(safe.toLowerCase())
      used.add(safe.toLowerCase())
      return [id, isUsed ? `${safe} (${id})` : safe]
    }),
  )
}
