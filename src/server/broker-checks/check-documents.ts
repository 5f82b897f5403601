/** What a person looked at for a manual check, as documents that are kept with it (SPEC C291). */
import type { FastifyInstance } from 'fastify'
import type { DocumentStore } from '#server/documents/document-store.ts'
import { keptDocumentRoutes } from '#server/documents/kept/kept-routes.ts'
import { requireManualCheck } from './manual-checks.ts'

export async function checkDocumentRoutes(
  app: FastifyInstance,
  store: DocumentStore,
): Promise<void> {
  await keptDocumentRoutes(app, store, {
    path: '/api/broker-checks/:id/documents',
    tags: ['Broker checks'],
    place: 'checkId',
    reads: 'office',
    changes: 'loads',
    requireRecord: requireManualCheck,
  })
}
