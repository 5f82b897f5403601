/** The packets of chosen invoices as one ZIP (SPEC C351). */
import type { FastifyInstance } from 'fastify'
import { packetsZipQuery } from '#core/packets/packets.ts'
import { RequestError } from '#server/errors.ts'
import { routesOf } from '#server/routes.ts'
import { attachment } from '#server/streaming/attachment.ts'
import { keepSlot } from '#server/streaming/keep-slot.ts'
import { endWhenStalled } from '#server/streaming/stalled.ts'
import { streamPieces } from '#server/streaming/stream-pieces.ts'
import { createZip, type ArchivedFile } from '#server/streaming/zip.ts'
import { packetDownloads } from './download-limit.ts'
import { makePacket, tryPacket, type PacketMaker, type Requester } from './make-packet.ts'

export function packetsZipRoute(app: FastifyInstance, maker: PacketMaker): void {
  const { get } = routesOf(app, 'Packets')

  get(
    '/api/invoices/packets.zip',
    {
      access: ['invoices', 'export'],
      query: packetsZipQuery,
      produces: ['application/zip'],
      description: 'Downloads the packets. It does not mark the invoices as sent.',
      config: { ownSlots: true, audited: { action: 'exported', subject: 'packets' } },
      options: { exposeHeadRoute: false },
    },
    ({ requester, query: { ids }, reply }) =>
      keepSlot(reply, packetDownloads.take(requester.userId), async () => {
        await rejectProblems(maker, requester, ids)
        endWhenStalled(reply)
        const zip = createZip(listPackets(maker, requester, ids))
        return reply
          .headers(attachment('packets', 'zip'))
          .send(await streamPieces(zip, () => undefined))
      }),
  )
}

/** Throws 409 with the reasons of every packet that can't be made: a ZIP that has begun can only break off. Throws 404. */
async function rejectProblems(maker: PacketMaker, requester: Requester, ids: readonly number[]) {
  const reasons: string[] = []
  for (const id of ids) {
    const { contents, made, problems } = await tryPacket(maker, requester, id)
    if (made) continue
    const texts = [...contents.missing, ...problems].map(({ message }) => message)
    reasons.push(`${contents.title}: ${texts.join(', ')}`)
  }
  if (reasons.length) throw new RequestError(409, reasons.join('. '), { more: { reasons } })
}

/** One packet at a time is in memory. */
async function* listPackets(
  maker: PacketMaker,
  requester: Requester,
  ids: readonly number[],
): AsyncGenerator<ArchivedFile> {
  for (const id of ids) {
    const { pdf, contents } = await makePacket(maker, requester, id)
    yield { name: contents.fileName, content: [pdf], isCompressed: true }
  }
}
