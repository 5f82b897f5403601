/** Loads that changed after their statement, and adjustments for them (SPEC C7). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { requiredReference } from '#core/fields/fields.ts'
import { driftSchema } from '#core/settlements/adjustments/drift-schema.ts'
import { transferFields } from '#core/settlements/previous-payee.ts'
import { settlementResponse } from '#core/settlements/responses.ts'
import { requireAccount } from '#server/accounts/auth.ts'
import type { Database } from '#server/database/open.ts'
import { readId } from '#server/requests.ts'
import { addAdjustments } from './adjust.ts'
import { readDrift } from './drift.ts'

const tags = ['Settlements']
/** `anyPayee`: the adjustment may go to another payee of the truck, with a reason (SPEC C10). */
const correctBody = z
  .object({
    anyPayee: z.boolean('anyPayee must be true or false').optional(),
    reason: transferFields.reason.schema.optional(),
  })
  .nullish()
const query = z.object({ truckId: requiredReference('Truck', 'trucks').schema.optional() })

export function adjustmentRoutes(app: FastifyInstance, database: Database): void {
  const api = app.withTypeProvider<ZodTypeProvider>()

  api.get(
    '/api/settlements/drift',
    {
      schema: { tags, querystring: query, response: { 200: z.array(driftSchema) } },
      config: { access: 'settlements' },
    },
    (request) => {
      const { truckId } = request.query
      const scope = truckId === undefined ? {} : { truckIds: [truckId] }
      return readDrift(database, requireAccount(request), scope)
    },
  )

  api.post(
    '/api/billing/:id/correct',
    {
      schema: { tags, body: correctBody, response: { 200: settlementResponse } },
      config: { access: 'payroll' },
    },
    (request) =>
      addAdjustments(
        database,
        requireAccount(request),
        readId(request),
        request.body?.anyPayee ? { reason: request.body.reason ?? null } : undefined,
      ),
  )
}
