/** Documents of loads and of the inbox (SPEC C110–C113). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  confirmedQuery,
  documentChange,
  documentSchema,
  documentsQuery,
  FILE_TYPES,
  uploadQuery,
  type DocumentFacts,
  type UploadQuery,
} from '#core/documents/documents.ts'
import { requireMember } from '#server/accounts/auth.ts'
import { recheckMember } from '#server/accounts/team/access.ts'
import type { Work } from '#server/database/open.ts'
import { readId, readIdempotency, readOperation, readVersion } from '#server/requests.ts'
import { keepSlot } from '#server/streaming/keep-slot.ts'
import { changeDocument, rejectHidden } from './change-document.ts'
import type { DocumentStore } from './document-store.ts'
import { readDocument, readDocuments, readLoadDocuments } from './facts.ts'
import { acceptFiles, receiveFile } from './receive-body.ts'
import { sendFile } from './send-file.ts'
import { documentDownloads, documentUploads } from './transfer-limits.ts'
import { storeDocument, type Upload } from './store-document.ts'
import { deleteDocument } from './trash.ts'

const tags = ['Documents']
const listed = z.array(documentSchema)

export async function documentRoutes(app: FastifyInstance, store: DocumentStore): Promise<void> {
  const { database } = store
  const api = app.withTypeProvider<ZodTypeProvider>()
  await app.register(async (scope) => addUploadRoutes(scope, store))

  api.get(
    '/api/loads/:id/documents',
    { schema: { tags, response: { 200: listed } }, config: { access: 'office' } },
    (request) => readLoadDocuments(database, requireMember(request), readId(request)),
  )

  api.get(
    '/api/documents',
    {
      schema: { tags, querystring: documentsQuery, response: { 200: listed } },
      config: { access: 'office' },
    },
    (request) => readDocuments(database, requireMember(request), request.query),
  )

  api.get(
    '/api/documents/:id',
    { schema: { tags, response: { 200: documentSchema } }, config: { access: 'office' } },
    (request) => readDocument(database, requireMember(request), readId(request)),
  )

  api.put(
    '/api/documents/:id',
    {
      schema: {
        tags,
        querystring: confirmedQuery,
        body: documentChange,
        response: { 200: documentSchema },
      },
      config: { access: 'loads' },
    },
    (request) => {
      const { confirmed } = request.query
      const change = { id: readId(request), version: readVersion(request), set: request.body }
      return changeDocument(database, requireMember(request), { ...change, confirmed })
    },
  )

  api.delete(
    '/api/documents/:id',
    { schema: { tags, querystring: confirmedQuery }, config: { access: 'loads' } },
    async (request, reply) => {
      const member = requireMember(request)
      const { confirmed } = request.query
      const deletion = { id: readId(request), operation: readOperation(request), confirmed }
      await deleteDocument(database, member, deletion)
      return reply.code(204).send()
    },
  )

  const fileQuery = z.object({ download: z.literal('1').optional() })
  api.get(
    '/api/documents/:id/file',
    {
      exposeHeadRoute: false,
      schema: { tags, querystring: fileQuery, produces: [...FILE_TYPES] },
      config: { access: 'office', ownSlots: true },
      compress: false,
    },
    async (request, reply) => {
      const member = requireMember(request)
      const userId = member.accountId
      return keepSlot(reply, documentDownloads.take(userId), async () => {
        const file = await readDocument(database, member, readId(request))
        rejectHidden(file)
        const asDownload = request.query.download === '1'
        return sendFile(request, reply, database, { userId, file, asDownload })
      })
    },
  )
}

/** The body is the file, the query says what it is. */
function addUploadRoutes(scope: FastifyInstance, store: DocumentStore): void {
  const api = scope.withTypeProvider<ZodTypeProvider>()
  acceptFiles(scope)
  const options = {
    schema: {
      tags,
      querystring: uploadQuery,
      consumes: [...FILE_TYPES],
      response: { 201: documentSchema },
    },
    config: { access: 'loads', ownSlots: true, reservesSpace: true },
  } as const

  api.post('/api/documents', options, async (request, reply) =>
    reply.code(201).send(await receive(store, request, reply, { ...request.query, loadId: null })),
  )

  api.post('/api/loads/:id/documents', options, async (request, reply) => {
    const sent = { ...request.query, loadId: readId(request) }
    return reply.code(201).send(await receive(store, request, reply, sent))
  })
}

/** Stores an uploaded file. `lockOwner` locks the record that the document belongs to, so that it isn't deleted meanwhile. */
export function receive(
  store: DocumentStore,
  request: FastifyRequest,
  reply: FastifyReply,
  sent: UploadQuery & Pick<Upload, 'loadId' | 'kept'>,
  lockOwner?: (work: Work) => Promise<void>,
): Promise<DocumentFacts> {
  const member = requireMember(request)
  const { accountId: userId, personId } = member
  const take = () => documentUploads.take(userId)
  return receiveFile(request, reply, take, async (file) => {
    const within = async (work: Work) => {
      await recheckMember(work, request)
      await lockOwner?.(work)
    }
    const upload = { ...sent, userId, by: { personId }, file, within }
    const { id } = await storeDocument(store, upload, readIdempotency(request))
    return readDocument(store.database, member, id)
  })
}
