/** The packet of an invoice, and its sendings (SPEC C175–C181). */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { changedOrderSchema, orderSchema } from '#core/packets/paper-order.ts'
import {
  newSendingSchema,
  packetMessages,
  packetQuery,
  packetSchema,
  sendingSchema,
  undoneSendingSchema,
  type NewSending,
  type Packet,
  type Sending,
} from '#core/packets/packets.ts'
import { hasResponse, runIdempotent } from '#server/database/idempotency.ts'
import type { Database } from '#server/database/open.ts'
import { RequestError } from '#server/errors.ts'
import { confirmDay } from '#server/receipts/confirm.ts'
import { routesOf, type Call } from '#server/routes.ts'
import type { Services } from '#server/services.ts'
import { inlinePdf } from '#server/streaming/attachment.ts'
import { keepSlot } from '#server/streaming/keep-slot.ts'
import { endWhenStalled } from '#server/streaming/stalled.ts'
import { readContents } from './contents.ts'
import {
  makePacket,
  remakePacket,
  tryPacket,
  type Requester,
  type PacketMaker,
} from './make-packet.ts'
import { readOrder, saveOrder } from './orders.ts'
import { packetsZipRoute } from './packets-zip.ts'
import { packetMailRoutes } from './mail/routes.ts'
import { packetDownloads } from './download-limit.ts'
import {
  readSending,
  readSendings,
  readSentPacket,
  recordSending,
  undoSending,
} from './sendings.ts'

const path = '/api/invoices/:id'
const COMPANY = null

const pdfFile = {
  access: 'invoices',
  produces: ['application/pdf'],
  config: { ownSlots: true, audited: { action: 'exported', subject: 'packets' } },
  options: { exposeHeadRoute: false },
} as const

export function packetRoutes(app: FastifyInstance, services: Services): void {
  const { packets: maker, database } = services
  const { get, post } = routesOf(app, 'Packets')
  packetOrderRoutes(app, database)
  packetMailRoutes(app, maker)
  packetsZipRoute(app, maker)

  get(
    `${path}/packet`,
    { access: 'invoices', query: packetQuery, answer: packetSchema },
    ({ requester, id, query }) => describePacket(maker, requester, id, query.make),
  )

  get(`${path}/packet.pdf`, pdfFile, (call) =>
    sendPdf(call, async ({ requester, id }) => {
      const { pdf, contents } = await makePacket(maker, requester, id)
      return { pdf, name: contents.fileName }
    }),
  )

  get(
    `${path}/sendings`,
    { access: 'invoices', answer: z.array(sendingSchema) },
    ({ account, id }) => readSendings(database, account, id),
  )

  post(
    `${path}/sendings`,
    { access: 'billing', body: newSendingSchema, answer: sendingSchema, status: 201 },
    (call) => send(maker, call),
  )

  post(
    `${path}/sendings/:sendingId/undo`,
    { access: 'billing', body: undoneSendingSchema, answer: sendingSchema },
    ({ requester: { userId, personId }, id: invoiceId, idOf, version, body }) => {
      const place = { invoiceId, id: idOf('sendingId'), version }
      return undoSending(database, userId, place, { ...body, personId })
    },
  )

  get(`${path}/sendings/:sendingId/packet.pdf`, pdfFile, (call) =>
    sendPdf(call, async ({ requester, id, idOf }) => {
      const sent = await readSentPacket(database, requester.userId, id, idOf('sendingId'))
      const { fileName } = await readContents(database, requester.userId, id)
      return { pdf: await remakePacket(maker, requester, sent), name: fileName }
    }),
  )
}

/** The order of the papers in packets: the company's, and that of a broker (SPEC C178). */
function packetOrderRoutes(app: FastifyInstance, database: Database): void {
  const { get, put } = routesOf(app, 'Packets')
  const company = '/api/packet-order'
  const broker = '/api/brokers/:id/packet-order'
  const order = { answer: orderSchema }
  const changed = { answer: orderSchema, body: changedOrderSchema }

  get(company, { access: 'office', ...order }, ({ account }) =>
    readOrder(database, account, COMPANY),
  )

  put(company, { access: 'admin', ...changed }, ({ account, body, version }) =>
    saveOrder(database, account, COMPANY, body, version),
  )

  get(broker, { access: 'office', ...order }, ({ account, id }) => readOrder(database, account, id))

  put(broker, { access: 'loads', ...changed }, ({ account, id, body, version }) =>
    saveOrder(database, account, id, body, version),
  )
}

async function describePacket(
  maker: PacketMaker,
  requester: Requester,
  invoiceId: number,
  make: '1' | undefined,
): Promise<Packet> {
  const { contents, made, problems } = make
    ? await tryPacket(maker, requester, invoiceId)
    : await readWithoutMaking(maker, requester, invoiceId)
  const { title, missing, papers, fileName } = contents
  const canBeMade = missing.length === 0 && problems.length === 0
  return {
    title,
    missing,
    problems,
    papers: made?.papers ?? papers,
    fileName: canBeMade ? fileName : null,
    made: made ? { sha256: made.sha256, pages: made.pages, bytes: made.pdf.length } : null,
  }
}

async function readWithoutMaking(
  { database }: PacketMaker,
  { userId }: Requester,
  invoiceId: number,
) {
  const contents = await readContents(database, userId, invoiceId)
  return { contents, made: undefined, problems: contents.problems }
}

/**
 * Makes the packet, and records that it was sent. Throws 409 if it is not the packet that the person saw. A repeated request makes
 * no packet, because its papers may have changed since.
 */
async function send(
  maker: PacketMaker,
  { requester, id: invoiceId, body, repeatable }: Call<NewSending>,
): Promise<Sending> {
  const { database } = maker
  const { userId, personId } = requester
  const isRepeated = await hasResponse(database, userId, repeatable)
  const made = isRepeated ? undefined : await makePacket(maker, requester, invoiceId)
  if (made && body.sha256 !== undefined && body.sha256 !== made.sha256)
    throw new RequestError(409, packetMessages.changed)
  const { channel, note, sentOn, confirmed } = body
  return runIdempotent(database, userId, repeatable, async (work) => {
    const packet = made ?? (await makePacket(maker, requester, invoiceId))
    const record = { channel, note, askedOn: sentOn, personId }
    const id = await recordSending(work, userId, packet, record)
    confirmDay('sentOn', sentOn, confirmed)
    return readSending(work, userId, invoiceId, id)
  })
}

type NamedPdf = { pdf: Uint8Array; name: string }

function sendPdf(call: Call, make: (call: Call) => Promise<NamedPdf>): Promise<FastifyReply> {
  const { account, reply } = call
  return keepSlot(reply, packetDownloads.take(account), async () => {
    const { pdf, name } = await make(call)
    endWhenStalled(reply)
    return reply.headers(inlinePdf(name)).send(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.length))
  })
}
