/** Checks of brokers: files of FMCSA and DOT, and manual checks (SPEC C228–C233). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  allChecksResponse,
  brokerBadgeResponse,
  brokerChecksResponse,
  manualCheckSchema,
  importedFileResponse,
  pickedFileSchema,
} from '#core/broker-checks/checks.ts'
import { requireAccount, requireMember } from '#server/accounts/auth.ts'
import type { Database } from '#server/database/open.ts'
import { readId, readIdempotency } from '#server/requests.ts'
import { addManualCheck, deleteManualCheck } from './manual-checks.ts'
import { readAllChecks, readBadge, readBrokerChecks } from './read-checks.ts'
import { importFile } from './store-file.ts'

const tags = ['Broker checks']
const office = { access: 'office' } as const
const changes = { access: 'loads' } as const

/** The most bytes of a sent file: enough for the rows of a few thousand brokers. */
const LARGEST_FILE_BODY = 8 * 1024 * 1024

export function brokerCheckRoutes(app: FastifyInstance, database: Database): void {
  const api = app.withTypeProvider<ZodTypeProvider>()

  api.get(
    '/api/broker-checks',
    { schema: { tags, response: { 200: allChecksResponse } }, config: office },
    (request) => readAllChecks(database, requireAccount(request)),
  )

  api.get(
    '/api/brokers/:id/checks',
    { schema: { tags, response: { 200: brokerChecksResponse } }, config: office },
    (request) => readBrokerChecks(database, requireAccount(request), readId(request)),
  )

  api.get(
    '/api/brokers/:id/check-badge',
    { schema: { tags, response: { 200: brokerBadgeResponse } }, config: office },
    (request) => readBadge(database, requireAccount(request), readId(request)),
  )

  const added = { tags, body: manualCheckSchema, response: { 201: z.object({ id: z.int() }) } }
  api.post(
    '/api/brokers/:id/checks',
    { schema: added, config: changes },
    async (request, reply) => {
      const member = requireMember(request)
      const repeatable = readIdempotency(request)
      const id = readId(request)
      return reply
        .code(201)
        .send(await addManualCheck(database, member, id, request.body, repeatable))
    },
  )

  api.delete(
    '/api/broker-checks/:id',
    { schema: { tags, description: 'Only a manual check.' }, config: changes },
    async (request, reply) => {
      await deleteManualCheck(database, requireAccount(request), readId(request))
      return reply.code(204).send()
    },
  )

  const imported = { tags, body: pickedFileSchema, response: { 201: importedFileResponse } }
  api.post(
    '/api/broker-checks/files',
    { schema: imported, config: changes, bodyLimit: LARGEST_FILE_BODY },
    async (request, reply) => {
      const member = requireMember(request)
      const repeatable = readIdempotency(request)
      return reply.code(201).send(await importFile(database, member, request.body, repeatable))
    },
  )
}
