/** The preview of a settlement before it is saved (SPEC B32, B33). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { day, requiredReference } from '#core/fields/fields.ts'
import { previewResponse } from '#core/settlements/responses.ts'
import { requireAccount } from '#server/accounts/auth.ts'
import type { Database } from '#server/database/open.ts'
import { notFound } from '#server/errors.ts'
import { readId } from '#server/requests.ts'
import { truckExists } from './exists.ts'
import { readPreview, readSettlementDates } from './preview.ts'

const tags = ['Settlements']

const previewQuery = z.object({
  truckId: requiredReference('Truck', 'trucks').schema,
  settlementDate: day('Settlement Date').schema.optional(),
  today: day('Today').schema,
})

export function previewRoutes(app: FastifyInstance, database: Database): void {
  const api = app.withTypeProvider<ZodTypeProvider>()

  api.get(
    '/api/trucks/:id/settlement-dates',
    // They are dates of loads, which every office role sees: a new load's form suggests one.
    { schema: { tags, response: { 200: z.array(z.string()) } }, config: { access: 'office' } },
    async (request) => {
      const userId = requireAccount(request)
      const id = readId(request)
      if (!(await truckExists(database, userId, id))) throw notFound()
      return readSettlementDates(database, userId, id)
    },
  )

  api.get(
    '/api/settlements/preview',
    {
      schema: { tags, querystring: previewQuery, response: { 200: previewResponse } },
      config: { access: 'settlements' },
    },
    async (request) => {
      const userId = requireAccount(request)
      const { truckId, settlementDate, today } = request.query
      if (!(await truckExists(database, userId, truckId))) throw notFound()
      return readPreview(database, userId, truckId, settlementDate, today)
    },
  )
}
