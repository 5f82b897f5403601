/** The open routes of an upload link (SPEC V6, C136). Its token is never part of a path, which would be logged. */
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
import { acceptFiles, readBody, startUpload } from '#server/documents/receive-body.ts'
import { readDocumentsOfLink } from '#server/documents/sent-documents.ts'
import { outsideUploads } from '#server/documents/slots.ts'
import { storeSent } from '#server/documents/store-sent.ts'
import { RequestError } from '#server/errors.ts'
import { countUpload, type FoundLink } from './find-link.ts'
import { countUploadAttempt, openLink } from './limits.ts'
import { invalidLink } from './tokens.ts'

const tags = ['Upload links']
const path = '/api/upload'

export async function linkUploadRoutes(app: FastifyInstance, store: DocumentStore): Promise<void> {
  const { database } = store
  app
    .withTypeProvider<ZodTypeProvider>()
    .get(
      path,
      { schema: { tags, response: { 200: openLinkSchema } }, config: { open: true } },
      async (request) =>
        describe(database, await openLink(database, request.ip, readToken(request))),
    )
  await app.register(async (scope) => addUploadRoute(scope, store))
}

function addUploadRoute(scope: FastifyInstance, store: DocumentStore): void {
  const { database } = store
  const links = new WeakMap<FastifyRequest, FoundLink>()
  acceptFiles(scope)
  scope.addHook('preParsing', async (request, reply) => {
    const link = await openLink(database, request.ip, readToken(request))
    await countUploadAttempt(database, request.ip, link)
    const sender = { accountId: link.userId, id: `link ${link.id}` }
    startUpload(request, reply, () => outsideUploads.take(sender))
    links.set(request, link)
    request.linkAccount = link.userId
  })
  scope.withTypeProvider<ZodTypeProvider>().post(
    path,
    {
      schema: {
        ...{ tags, querystring: driverUploadQuery, consumes: [...FILE_TYPES] },
        response: { 201: sentDocumentSchema },
      },
      config: { open: true, ownSlots: true },
    },
    async (request, reply) => {
      const link = links.get(request)
      if (!link) throw invalidLink()
      const { userId, id, loadId, label } = link
      const sent = await storeSent(store, {
        upload: {
          ...{ ...request.query, userId, loadId, by: { uploadLinkId: id } },
          source: readBody(request),
          within: (work, { bytes }) => countUpload(work, link, bytes),
        },
        sender: `Upload link of ${label}`,
        request: { personId: link.madeBy, key: readKey(request, id), path: request.url },
        readOwn: () => readDocumentsOfLink(database, link),
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

/** Keys of a link are apart from those of the person who made it. Throws 400. */
function readKey({ headers }: FastifyRequest, id: number): string {
  const key = String(headers['idempotency-key'] ?? '')
  if (key === '' || key.length > LONGEST_KEY) throw new RequestError(400, linkMessages.noKey)
  return `upload link ${id} ${createHash('sha256').update(key).digest('hex')}`
}
