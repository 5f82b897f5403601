/**
 * Upload links of a load: for the office (SPEC C135), with the notices of papers that arrived (C138), and the open routes of
 * a link (C136). The token is never part of a path, which would be logged.
 */
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { FILE_TYPES } from '#core/documents/documents.ts'
import {
  driverUploadQuery,
  linkMessages,
  madeLinkSchema,
  newLinkSchema,
  openLinkSchema,
  sentDocumentSchema,
  uploadLinkSchema,
  UPLOAD_HEADER,
  type OpenLink,
} from '#core/documents/upload-links.ts'
import { isSampleCompany } from '#core/settings/sample-company.ts'
import { LONGEST_KEY } from '#server/database/idempotency.ts'
import type { Database } from '#server/database/open.ts'
import { markArrivalsRead } from '#server/documents/arrivals.ts'
import type { DocumentStore } from '#server/documents/document-store.ts'
import { acceptFiles, receiveFile } from '#server/documents/receive-body.ts'
import { readDocumentsOfLink } from '#server/documents/sent-documents.ts'
import { outsideUploads } from '#server/documents/transfer-limits.ts'
import { storeSent } from '#server/documents/store-sent.ts'
import { RequestError } from '#server/errors.ts'
import { createQueue, runQueued } from '#server/queue.ts'
import { routesOf } from '#server/routes.ts'
import { findSavedCompany } from '#server/settings/company.ts'
import type { Services } from '#server/services.ts'
import { countUpload, type FoundLink } from './find-link.ts'
import { countUploadAttempt, openLink } from './limits.ts'
import { listLinks, makeLink, revokeLink } from './links.ts'

const TAG = 'Upload links'
const path = '/api/upload'

/** Requests with one link wait for each other, so that a widely shared link can't take all database connections. */
const opening = createQueue({ maxRunningEach: 2, maxWaiting: 30 })
const nameLink = ({ userId, id }: FoundLink) => [`${userId} ${id}`, '']

export async function linkRoutes(
  app: FastifyInstance,
  { documents: store }: Services,
): Promise<void> {
  const { database } = store
  addOfficeRoutes(app, database)

  routesOf(app, TAG).get(path, { access: 'open', answer: openLinkSchema }, async ({ request }) => {
    const link = await openLink(database, request.ip, readToken(request))
    return runQueued(opening, nameLink(link), () => describe(database, link))
  })

  await app.register(async (scope) => addUploadRoute(scope, store))
}

function addOfficeRoutes(app: FastifyInstance, database: Database): void {
  const { get, post, remove } = routesOf(app, TAG)
  const ofLoad = '/api/loads/:id/upload-links'
  const access = 'loads'

  get(
    ofLoad,
    {
      access,
      answer: z.array(uploadLinkSchema),
      description: 'The open links of a load.',
    },
    ({ account, id }) => listLinks(database, account, id),
  )

  // Without an Idempotency-Key, which would store the token.
  post(
    ofLoad,
    { access, body: newLinkSchema, answer: madeLinkSchema, status: 201 },
    ({ member, id, body }) => makeLink(database, member, id, body.days),
  )

  remove('/api/upload-links/:id', { access }, ({ account, id }) =>
    revokeLink(database, account, id),
  )

  routesOf(app, 'Documents').post(
    '/api/loads/:id/documents/read',
    { access, description: 'Removes the load’s new documents from your bell.' },
    ({ member, id }) => markArrivalsRead(database, member, id),
  )
}

function addUploadRoute(scope: FastifyInstance, store: DocumentStore): void {
  const { database } = store
  acceptFiles(scope)
  routesOf(scope, TAG).post(
    path,
    {
      access: 'open',
      query: driverUploadQuery,
      consumes: FILE_TYPES,
      answer: sentDocumentSchema,
      status: 201,
      config: { ownSlots: true, reservesSpace: true },
    },
    async ({ query, request, reply }) => {
      const link = await openLink(database, request.ip, readToken(request))
      const { userId, id, loadId, label } = link
      const take = () => outsideUploads.take(userId, `link ${id}`)
      return receiveFile(request, reply, take, async (file) => {
        await countUploadAttempt(database, request.ip, link)
        return storeSent(store, {
          upload: {
            ...query,
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
    },
  )
}

async function describe(database: Database, link: FoundLink): Promise<OpenLink> {
  const { userId, load, pickup, delivery } = link
  const saved = await findSavedCompany(database, userId)
  const carrier = saved && !isSampleCompany(saved) ? saved.companyName : null
  return { carrier, load, pickup, delivery, documents: await readDocumentsOfLink(database, link) }
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
