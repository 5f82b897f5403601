/** Documents of loads and of the inbox (SPEC C110–C113). */
import type { FastifyInstance } from 'fastify'
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
import { recheckMember } from '#server/accounts/team/access.ts'
import type { Work } from '#server/database/open.ts'
import { routesOf, type Call } from '#server/routes.ts'
import type { Services } from '#server/services.ts'
import { keepSlot } from '#server/streaming/keep-slot.ts'
import { changeDocument, rejectHidden } from './change-document.ts'
import type { DocumentStore } from './document-store.ts'
import { readDocument, readDocuments, readLoadDocuments } from './facts.ts'
import { acceptFiles, receiveFile } from './receive-body.ts'
import { sendFile } from './send-file.ts'
import { documentDownloads, documentUploads } from './transfer-limits.ts'
import { storeDocument, type Upload } from './store-document.ts'
import { deleteDocument } from './trash.ts'

const listed = z.array(documentSchema)
const fileQuery = z.object({ download: z.literal('1').optional() })

export async function documentRoutes(
  app: FastifyInstance,
  { documents: store }: Services,
): Promise<void> {
  const { database } = store
  const { get, put, remove } = routesOf(app, 'Documents')
  await app.register(async (scope) => addUploadRoutes(scope, store))

  get('/api/loads/:id/documents', { access: 'office', answer: listed }, ({ member, id }) =>
    readLoadDocuments(database, member, id),
  )

  get(
    '/api/documents',
    { access: 'office', query: documentsQuery, answer: listed },
    ({ member, query }) => readDocuments(database, member, query),
  )

  get('/api/documents/:id', { access: 'office', answer: documentSchema }, ({ member, id }) =>
    readDocument(database, member, id),
  )

  put(
    '/api/documents/:id',
    { access: 'loads', query: confirmedQuery, body: documentChange, answer: documentSchema },
    ({ member, id, version, body: set, query: { confirmed } }) =>
      changeDocument(database, member, { id, version, set, confirmed }),
  )

  remove(
    '/api/documents/:id',
    { access: 'loads', query: confirmedQuery },
    ({ member, id, operation, query: { confirmed } }) =>
      deleteDocument(database, member, { id, operation, confirmed }),
  )

  get(
    '/api/documents/:id/file',
    {
      access: 'office',
      query: fileQuery,
      produces: FILE_TYPES,
      config: { ownSlots: true },
      options: { exposeHeadRoute: false, compress: false },
    },
    ({ account: userId, member, id, query, request, reply }) =>
      keepSlot(reply, documentDownloads.take(userId), async () => {
        const file = await readDocument(database, member, id)
        rejectHidden(file)
        const asDownload = query.download === '1'
        return sendFile(request, reply, database, { userId, file, asDownload })
      }),
  )
}

/** The body is the file, the query says what it is. */
function addUploadRoutes(scope: FastifyInstance, store: DocumentStore): void {
  acceptFiles(scope)
  const { post } = routesOf(scope, 'Documents')
  const upload = {
    access: 'loads',
    query: uploadQuery,
    consumes: FILE_TYPES,
    answer: documentSchema,
    status: 201,
    config: { ownSlots: true, reservesSpace: true },
  } as const

  post('/api/documents', upload, (call) => receive(store, call, { ...call.query, loadId: null }))

  post('/api/loads/:id/documents', upload, (call) =>
    receive(store, call, { ...call.query, loadId: call.id }),
  )
}

/** Stores an uploaded file. `lockOwner` locks the record that the document belongs to, so that it isn't deleted meanwhile. */
export function receive(
  store: DocumentStore,
  { member, repeatable, request, reply }: Call,
  sent: UploadQuery & Pick<Upload, 'loadId' | 'kept'>,
  lockOwner?: (work: Work) => Promise<void>,
): Promise<DocumentFacts> {
  const { accountId: userId, personId } = member
  const take = () => documentUploads.take(userId)
  return receiveFile(request, reply, take, async (file) => {
    const within = async (work: Work) => {
      await recheckMember(work, request)
      await lockOwner?.(work)
    }
    const upload = { ...sent, userId, by: { personId }, file, within }
    const { id } = await storeDocument(store, upload, repeatable)
    return readDocument(store.database, member, id)
  })
}
