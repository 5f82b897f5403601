/** Checks of brokers: files of FMCSA and DOT, and manual checks (SPEC C228–C233) with what a person looked at (SPEC C291). */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import {
  allChecksResponse,
  brokerBadgeResponse,
  brokerChecksResponse,
  manualCheckSchema,
  importedFileResponse,
  pickedFileSchema,
} from '#core/broker-checks/checks.ts'
import { keptDocumentRoutes } from '#server/documents/kept/kept-routes.ts'
import { routesOf } from '#server/routes.ts'
import type { Services } from '#server/services.ts'
import { addManualCheck, deleteManualCheck, requireManualCheck } from './manual-checks.ts'
import { readAllChecks, readBadge, readBrokerChecks } from './read-checks.ts'
import { importFile } from './store-file.ts'

const TAG = 'Broker checks'

/** The most bytes of a sent file: enough for the rows of a few thousand brokers. */
const LARGEST_FILE_BODY = 8 * 1024 * 1024

export async function brokerCheckRoutes(
  app: FastifyInstance,
  { documents: store }: Services,
): Promise<void> {
  const { database } = store
  const { get, post, remove } = routesOf(app, TAG)

  get('/api/broker-checks', { access: 'office', answer: allChecksResponse }, ({ account }) =>
    readAllChecks(database, account),
  )

  get(
    '/api/brokers/:id/checks',
    { access: 'office', answer: brokerChecksResponse },
    ({ account, id }) => readBrokerChecks(database, account, id),
  )

  get(
    '/api/brokers/:id/check-badge',
    { access: 'office', answer: brokerBadgeResponse },
    ({ account, id }) => readBadge(database, account, id),
  )

  post(
    '/api/brokers/:id/checks',
    { access: 'loads', body: manualCheckSchema, answer: z.object({ id: z.int() }), status: 201 },
    ({ member, id, body, repeatable }) => addManualCheck(database, member, id, body, repeatable),
  )

  remove(
    '/api/broker-checks/:id',
    { access: 'loads', description: 'Only a manual check.' },
    ({ account, id }) => deleteManualCheck(database, account, id),
  )

  post(
    '/api/broker-checks/files',
    {
      access: 'loads',
      body: pickedFileSchema,
      answer: importedFileResponse,
      status: 201,
      options: { bodyLimit: LARGEST_FILE_BODY },
    },
    ({ member, body, repeatable }) => importFile(database, member, body, repeatable),
  )

  await keptDocumentRoutes(app, store, {
    path: '/api/broker-checks/:id/documents',
    tag: TAG,
    place: 'checkId',
    reads: 'office',
    changes: 'loads',
    requireRecord: requireManualCheck,
  })
}
