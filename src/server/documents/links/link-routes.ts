/** The open routes of an upload link (SPEC C136). Its token is never part of a path, which would be logged. */
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { FILE_TYPES } from '#core/documents/documents.ts'
import {
  driverUploadQuery,
  linkMessages,
  openLinkSchema,
  sentDocumentSchema,
  UPLOAD_HEADER,
  type OpenLink,
} from '#core/documents/upload-links.ts'
import { LONGEST_KEY } from '#server/database/idempotency.ts'
import type { Database } from '#server/database/open.ts'
import type { DocumentStore } from '#server/documents/document-store.ts'
import { acceptFiles, receiveFile } from '#server/documents/receive-body.ts'
import { readDocumentsOfLink } from '#server/documents/sent-documents.ts'
import { outsideUploads } from '#server/documents/transfer-limits.ts'
import { storeSent } from '#server/documents/store-sent.ts'
import { RequestError } from '#server/errors.ts'
import { createQueue, runQueued } from '#server/queue.ts'
import { countUpload, type FoundLink } from './find-link.ts'
import { countUploadAttempt, openLink } from './limits.ts'

const tags = ['Upload links']
const path = '/api/upload'

/** Requests with one link wait for each other, so that a widely shared link can't take all database connections. */
const opening = createQueue({ maxRunningEach: 2, maxWaiting: 30 })
const nameLink = ({ userId, id }: FoundLink) => [`${userId} ${id}`, '']

export async function linkUploadRoutes(app: FastifyInstance, store: DocumentStore): Promise<void> {
  const { database } = store
  app
    .withTypeProvider<ZodTypeProvider>()
    .get(
      path,
      { schema: { tags, response: { 200: openLinkSchema } }, config: { open: true } },
      async (request) => {
        const link = await openLink(database, request.ip, readToken(request))
        return runQueued(opening, nameLink(link), () => describe(database, link))
      },
    )
  await app.register(async (scope) => addUploadRoute(scope, store))
}

function addUploadRoute(scope: FastifyInstance, store: DocumentStore): void {
  const { database } = store
  acceptFiles(scope)
  scope.withTypeProvider<ZodTypeProvider>().post(
    path,
    {
      schema: {
        tags,
        querystring: driverUploadQuery,
        consumes: [...FILE_TYPES],
        response: { 201: sentDocumentSchema },
      },
      config: { open: true, ownSlots: true, reservesSpace: true },
    },
    async (request, reply) => {
      const link = await openLink(database, request.ip, readToken(request))
      const { userId, id, loadId, label } = link
      const take = () => outsideUploads.take(userId, `link ${id}`)
      const sent = await receiveFile(request, reply, take, async (file) => {
        await countUploadAttempt(database, request.ip, link)
        return storeSent(store, {
          upload: {
            ...request.query,
            userId,
            loadId,
            by: { uploadLinkId: id },
            file,
            within: (work, { bytes }) => countUpload(work, link, bytes),
          },
          sender: `Upload link of ${label}`,
          request: { personId: link.madeBy, key: readKey(request, id), path: request.url },
          readOwn: () => readDocumentsOfLink(database, link),
        })
      })
      return reply.code(201).send(sent)
    },
  )
}

async function describe(database: Database, link: FoundLink): Promise<OpenLink> {
  const { load, pickup, delivery } = link
  return { load, pickup, delivery, documents: await readDocumentsOfLink(database, link) }
}

function readToken({ headers }: FastifyRequest): string {
  return String(headers[UPLOAD_HEADER] ?? '')
}

/** Adds the link to the key, so that it never equals a key of the person who made the link. Throws 400. */
function readKey({ headers }: FastifyRequest, id: number): string {
  const key = String(headers['idempotency-key'] ?? '')
  if (key === '' || key.length > LONGEST_KEY) throw new RequestError(400, linkMessages.noKey)
  return `upload link ${id} ${createHash('sha256').update(key).digest('hex')}`
}
