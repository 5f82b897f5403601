/** Amounts open with a previous payee: listed, transferred, written off (SPEC C10). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { requiredReference } from '#core/fields/fields.ts'
import { transferFields, writeOffSchema } from '#core/settlements/previous-payee.ts'
import {
  settlementResponse,
  previousPayeesResponse,
  writeOffResponse,
} from '#core/settlements/responses.ts'
import { requireAccount } from '#server/accounts/auth.ts'
import type { Database } from '#server/database/open.ts'
import { readId } from '#server/requests.ts'
import {
  writeOff,
  readWriteOffs,
  undoWriteOff,
  transferCarryForward,
  readPreviousPayeeItems,
} from './previous-payee.ts'

const tags = ['Settlements']
const query = z.object({ truckId: requiredReference('Truck', 'trucks').schema.optional() })
/** The reason is required if the amount moves to another payee (SPEC C10). */
const transferBody = z.object({ reason: transferFields.reason.schema.optional() }).nullish()
const WRITE_OFFS = '/api/billing/:id/releases'

export function previousPayeeRoutes(app: FastifyInstance, database: Database): void {
  const api = app.withTypeProvider<ZodTypeProvider>()

  api.get(
    '/api/settlements/waiting',
    {
      schema: { tags, querystring: query, response: { 200: previousPayeesResponse } },
      config: { access: 'settlements' },
    },
    (request) => readPreviousPayeeItems(database, requireAccount(request), request.query.truckId),
  )

  api.post(
    '/api/billing/:id/take-over',
    {
      schema: { tags, body: transferBody, response: { 200: settlementResponse } },
      config: { access: 'payroll' },
    },
    (request) =>
      transferCarryForward(
        database,
        requireAccount(request),
        readId(request),
        request.body?.reason ?? null,
      ),
  )

  api.get(
    WRITE_OFFS,
    {
      schema: { tags, response: { 200: z.array(writeOffResponse) } },
      config: { access: 'settlements' },
    },
    (request) => readWriteOffs(database, requireAccount(request), readId(request)),
  )

  api.post(
    WRITE_OFFS,
    {
      schema: { tags, body: writeOffSchema, response: { 201: writeOffResponse } },
      config: { access: 'payroll' },
    },
    async (request, reply) => {
      const made = await writeOff(database, requireAccount(request), readId(request), request.body)
      return reply.code(201).send(made)
    },
  )

  api.delete(
    `${WRITE_OFFS}/:release`,
    { schema: { tags }, config: { access: 'payroll' } },
    async (request, reply) => {
      await undoWriteOff(
        database,
        requireAccount(request),
        readId(request),
        readId(request, 'release'),
      )
      return reply.code(204).send()
    },
  )
}
