/** The release letters of a factor: documents that are kept with it (SPEC C290). */
import type { FastifyInstance } from 'fastify'
import type { Database, Work } from '#server/database/open.ts'
import type { DocumentStore } from '#server/documents/document-store.ts'
import { keptDocumentRoutes } from '#server/documents/kept/kept-routes.ts'
import { notFound } from '#server/errors.ts'

export async function releaseLetterRoutes(
  app: FastifyInstance,
  store: DocumentStore,
): Promise<void> {
  await keptDocumentRoutes(app, store, {
    path: '/api/factors/:id/documents',
    tags: ['Factoring'],
    place: 'factorId',
    reads: 'invoices',
    changes: 'billing',
    requireRecord: requireFactor,
  })
}

async function requireFactor(work: Database | Work, userId: string, id: number): Promise<void> {
  const found = await work
    .selectFrom('factors')
    .select('id')
    .where('userId', '=', userId)
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()
  if (!found) throw notFound()
}
