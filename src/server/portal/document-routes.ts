/** Drivers and truck owners send papers of their loads; truck owners see all papers of their loads (SPEC C137). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { FILE_TYPES, type DocumentFacts } from '#core/documents/documents.ts'
import { driverUploadQuery } from '#core/documents/upload-links.ts'
import { ownDocumentSchema, type OwnDocument } from '#core/portal/responses.ts'
import { ownersSeeConfirmations } from '#server/accounts/team/owner-confirmations.ts'
import { countAttempt, type Limit } from '#server/accounts/attempts.ts'
import { recheckMember } from '#server/accounts/team/access.ts'
import type { Database } from '#server/database/open.ts'
import type { DocumentStore } from '#server/documents/document-store.ts'
import { readDocument } from '#server/documents/facts.ts'
import { acceptFiles, receiveFile } from '#server/documents/receive-body.ts'
import { sendFile } from '#server/documents/send-file.ts'
import {
  findLoadOfDocument,
  readDocumentsOfLoads,
  type Shown,
} from '#server/documents/sent-documents.ts'
import { outsideDownloads, outsideUploads } from '#server/documents/transfer-limits.ts'
import { rejectOverDailyLimit, storeSent } from '#server/documents/store-sent.ts'
import { notFound } from '#server/errors.ts'
import { readId, readIdempotency } from '#server/requests.ts'
import { keepSlot } from '#server/streaming/keep-slot.ts'
import { findOwnLoads } from '#server/settlements/portal/own-loads.ts'
import { readOwnStatement, readStatedLoads } from '#server/settlements/portal/own-statements.ts'
import { requirePortalMember, type PortalMember } from './portal-member.ts'
import { readProfile } from './profile.ts'

const tags = ['Portal']
const config = { access: 'portal' as const }
const listed = z.array(ownDocumentSchema)

/** The limit of uploads per person. Rejected uploads also count, because checking each takes time. */
const UPLOADS: Limit = {
  kind: 'portal-upload',
  most: 120,
  seconds: 60 * 60,
  message: 'Too many uploads. Please try again later.',
}

export async function ownDocumentRoutes(app: FastifyInstance, store: DocumentStore): Promise<void> {
  const { database } = store
  const api = app.withTypeProvider<ZodTypeProvider>()
  await app.register(async (scope) => addUploadRoute(scope, store))

  api.get(
    '/api/portal/loads/:id/documents',
    { schema: { tags, response: { 200: listed } }, config },
    async (request) => {
      const member = requirePortalMember(request)
      const loadId = await requireOwnLoad(database, member, readId(request))
      return readOwn(database, member, [loadId])
    },
  )

  api.get(
    '/api/portal/statements/:id/documents',
    {
      schema: {
        tags,
        description: 'The documents of the loads on a statement.',
        response: { 200: listed },
      },
      config,
    },
    async (request) => {
      const member = requirePortalMember(request)
      const { userId, payee } = member
      const { id } = await readOwnStatement(database, userId, payee, readId(request))
      const stated = await readStatedLoads(database, userId, id)
      return readOwn(database, member, await findOwnLoads(database, member, stated))
    },
  )

  api.get(
    '/api/portal/documents/:id/file',
    {
      exposeHeadRoute: false,
      schema: { tags, produces: [...FILE_TYPES] },
      config: { ...config, ownSlots: true },
      compress: false,
    },
    async (request, reply) => {
      const member = requirePortalMember(request)
      const { userId, personId } = member
      const leave = outsideDownloads.take(userId, personId)
      return keepSlot(reply, leave, async () => {
        const file = await readOwnFile(database, member, readId(request))
        return sendFile(request, reply, database, { userId, file, asDownload: false })
      })
    },
  )
}

/** The body is the file, the query says what it is. */
function addUploadRoute(scope: FastifyInstance, store: DocumentStore): void {
  const { database } = store
  acceptFiles(scope)
  scope.withTypeProvider<ZodTypeProvider>().post(
    '/api/portal/loads/:id/documents',
    {
      schema: {
        tags,
        querystring: driverUploadQuery,
        consumes: [...FILE_TYPES],
        response: { 201: ownDocumentSchema },
      },
      config: { ...config, ownSlots: true, reservesSpace: true },
    },
    async (request, reply) => {
      const member = requirePortalMember(request)
      const { userId, personId } = member
      const take = () => outsideUploads.take(userId, personId)
      const sent = await receiveFile(request, reply, take, async (file) => {
        const loadId = await requireOwnLoad(database, member, readId(request))
        await countAttempt(database, UPLOADS, `${userId} ${personId}`)
        const { name } = await readProfile(database, member)
        return storeSent(store, {
          upload: {
            ...request.query,
            userId,
            loadId,
            by: { personId },
            file,
            async within(work) {
              await recheckMember(work, request)
              await requireOwnLoad(work, requirePortalMember(request), loadId)
              await rejectOverDailyLimit(work, userId, personId)
            },
          },
          sender: name,
          request: readIdempotency(request),
          readOwn: () => readOwn(database, member, [loadId]),
        })
      })
      return reply.code(201).send(sent)
    },
  )
}

/** Throws 404, also for a document that the member does not see. */
async function readOwnFile(
  database: Database,
  member: PortalMember,
  id: number,
): Promise<DocumentFacts> {
  const { userId } = member
  const loadId = await findLoadOfDocument(database, userId, id)
  if (loadId === undefined) throw notFound()
  await requireOwnLoad(database, member, loadId)
  const own = await readOwn(database, member, [loadId])
  if (!own.some((one) => one.id === id)) throw notFound()
  const reader = { accountId: userId, permissions: new Set(['revenue'] as const) }
  return readDocument(database, reader, id)
}

/** Throws 404, also for the load of another person. */
async function requireOwnLoad(
  database: Database,
  member: PortalMember,
  loadId: number,
): Promise<number> {
  const [own] = await findOwnLoads(database, member, [loadId])
  if (own === undefined) throw notFound()
  return own
}

async function readOwn(
  database: Database,
  member: PortalMember,
  loadIds: number[],
): Promise<OwnDocument[]> {
  const { userId } = member
  return readDocumentsOfLoads(database, userId, loadIds, await decideShown(database, member))
}

/**
 * A driver sees their own uploads. A truck owner sees every document of the load, but rate confirmations only if the account
 * allows it.
 */
async function decideShown(
  database: Database,
  { userId, personId, role }: PortalMember,
): Promise<Shown> {
  if (role === 'driver') return { personId, withConfirmations: false }
  return { withConfirmations: await ownersSeeConfirmations(database, userId) }
}
