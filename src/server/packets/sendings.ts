/** Sendings of invoices: recorded with their packet, listed, and undone (SPEC C179, C181). */
import type { Day } from '#core/calendar.ts'
import {
  packetMessages,
  type Channel,
  type Sending,
  type SentPaper,
  type UndoneSending,
} from '#core/packets/packets.ts'
import { nameMembers, readNamedMembers } from '#server/accounts/team/named-members.ts'
import type { Database, Work } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { NEXT_VERSION } from '#server/database/values.ts'
import { markDocumentsSent } from '#server/documents/sent/papers-to-send.ts'
import { notFound, RequestError, versionConflict } from '#server/errors.ts'
import { readPacketInvoice } from '#server/invoices/packet-invoice.ts'
import { readContents, type LabeledPaper } from './contents.ts'
import type { PacketRecord } from './make-packet.ts'

/**
 * `askedOn`: the day on which the person sent it. `isMailed`: the sending counts only when the mail server has accepted all its
 * emails (SPEC C181). Default: true if the channel is email.
 */
type NewRecord = {
  channel: Channel
  askedOn: Day
  note: string | null
  personId: string
  isMailed?: boolean
}

const COLUMNS = [
  ...([
    'id',
    'channel',
    'note',
    'sentOn',
    'askedOn',
    'sha256',
    'pages',
    'bytes',
    'papers',
  ] as const),
  ...(['sentBy', 'undoneOn', 'undoneBy', 'undoneReason', 'version'] as const),
] as const

/**
 * Records a sending. Call it in the transaction that sends the packet. Afterward the packet's documents can't be deleted. Throws
 * 409 if the papers are no longer those of the packet, or if the invoice is not approved.
 */
export async function recordSending(
  work: Work,
  userId: string,
  made: PacketRecord,
  { channel, askedOn, note, personId, isMailed = channel === 'mail' }: NewRecord,
): Promise<number> {
  const { invoice, papers } = await readContents(work, userId, made.contents.invoice.id, {
    locked: true,
  })
  if (invoice.state !== 'approved' || !isSame(papers, made.papers))
    throw new RequestError(409, packetMessages.changed)
  await markDocumentsSent(
    work,
    userId,
    papers.flatMap(({ documentId }) => documentId ?? []),
  )
  const { id } = await work
    .insertInto('invoiceSendings')
    .values({
      userId,
      invoiceId: invoice.id,
      channel,
      note,
      askedOn,
      sentBy: personId,
      sentOn: isMailed ? null : askedOn,
      sha256: made.sha256,
      pages: made.pages,
      bytes: made.bytes,
      papers: JSON.stringify(made.papers),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

function isSame(now: readonly LabeledPaper[], made: readonly SentPaper[]): boolean {
  const list = (papers: readonly LabeledPaper[]) =>
    papers.map(({ documentId, sha256, label }) => [documentId, documentId && sha256, label])
  return JSON.stringify(list(now)) === JSON.stringify(list(made))
}

/** Reads the sendings of an invoice, newest first. Throws 404 if the invoice does not exist. */
export async function readSendings(
  work: Database | Work,
  userId: string,
  invoiceId: number,
): Promise<Sending[]> {
  await readPacketInvoice(work, userId, invoiceId)
  const rows = await selectSendings(work, userId, invoiceId).orderBy('id', 'desc').execute()
  const nameOf = nameMembers(await readNamedMembers(work, userId))
  return rows.map((row) => ({
    ...row,
    sentBy: row.sentBy && nameOf(row.sentBy),
    undoneBy: row.undoneBy && nameOf(row.undoneBy),
  }))
}

/** Throws 404 if the account has no such sending. */
export async function readSending(
  work: Database | Work,
  userId: string,
  invoiceId: number,
  id: number,
): Promise<Sending> {
  const found = (await readSendings(work, userId, invoiceId)).find((one) => one.id === id)
  if (!found) throw notFound()
  return found
}

/**
 * Reads the sendings to a factor that were not undone, newest first. Packets that were sent together have the same `createdAt`.
 * `since`: an instant; if null, nothing is returned. `until`: an instant, null for no end.
 */
export async function readFactorSendings(
  work: Database | Work,
  userId: string,
  invoiceIds: readonly number[],
  { since, until }: { since: string | null; until: string | null },
) {
  if (!invoiceIds.length || since === null) return []
  const rows = await work
    .selectFrom('invoiceSendings')
    .select([
      'id',
      'invoiceId',
      'note',
      'sentOn',
      'askedOn',
      'sha256',
      'bytes',
      'sentBy',
      'createdAt',
    ])
    .where('userId', '=', userId)
    .where('invoiceId', 'in', invoiceIds)
    .where('channel', '=', 'factor')
    .where('undoneOn', 'is', null)
    .where('createdAt', '>=', since)
    .where('createdAt', '<=', until ?? 'infinity')
    .orderBy('id', 'desc')
    .execute()
  const nameOf = nameMembers(await readNamedMembers(work, userId))
  return rows.map((row) => ({ ...row, sentBy: row.sentBy && nameOf(row.sentBy) }))
}

/** Reads what is needed to make the packet of a sending again. Throws 404. */
export async function readSentPacket(
  work: Database | Work,
  userId: string,
  invoiceId: number,
  id: number,
) {
  const found = await selectSendings(work, userId, invoiceId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) throw notFound()
  return { invoiceId, ...found }
}

/** Marks a sending as not sent. Throws 404, 412 with the current sending, and 409 if that was already done. */
export function undoSending(
  database: Database,
  userId: string,
  place: { invoiceId: number; id: number; version: number | undefined },
  { undoneOn, reason, personId }: UndoneSending & { personId: string },
): Promise<Sending> {
  const { invoiceId, id, version } = place
  return inTransaction(database, async (work) => {
    await readPacketInvoice(work, userId, invoiceId, { locked: true })
    const found = await selectSendings(work, userId, invoiceId)
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!found) throw notFound()
    if (found.undoneOn !== null) throw new RequestError(409, packetMessages.alreadyUndone)
    if (version !== undefined && version !== found.version)
      throw versionConflict(await readSending(work, userId, invoiceId, id))
    await work
      .updateTable('invoiceSendings')
      .set({ undoneOn, undoneReason: reason, undoneBy: personId, ...NEXT_VERSION })
      .where('userId', '=', userId)
      .where('id', '=', id)
      .execute()
    return readSending(work, userId, invoiceId, id)
  })
}

function selectSendings(work: Database | Work, userId: string, invoiceId: number) {
  return work
    .selectFrom('invoiceSendings')
    .select(COLUMNS)
    .where('userId', '=', userId)
    .where('invoiceId', '=', invoiceId)
}
