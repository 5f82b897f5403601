/** Loads that changed after their statement, and adjustments for them (SPEC C7). */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { requiredReference } from '#core/fields/fields.ts'
import { driftSchema } from '#core/settlements/adjustments/drift-schema.ts'
import { transferFields } from '#core/settlements/previous-payee.ts'
import { settlementResponse } from '#core/settlements/responses.ts'
import type { Database } from '#server/database/open.ts'
import { routesOf } from '#server/routes.ts'
import { addAdjustments } from './adjust.ts'
import { readDrift } from './drift.ts'

/** `anyPayee`: the adjustment may go to another payee of the truck, with a reason (SPEC C10). */
const correctBody = z
  .object({
    anyPayee: z.boolean('anyPayee must be true or false').optional(),
    reason: transferFields.reason.schema.optional(),
  })
  .nullish()
const truckQuery = z.object({ truckId: requiredReference('Truck', 'trucks').schema.optional() })

export function adjustmentRoutes(app: FastifyInstance, database: Database): void {
  const { get, post } = routesOf(app, 'Settlements')

  get(
    '/api/settlements/drift',
    { access: 'settlements', query: truckQuery, answer: z.array(driftSchema) },
    ({ account, query: { truckId } }) =>
      readDrift(database, account, truckId === undefined ? {} : { truckIds: [truckId] }),
  )

  post(
    '/api/billing/:id/correct',
    { access: 'payroll', body: correctBody, answer: settlementResponse },
    ({ account, id, body }) => {
      const toAnyPayee = body?.anyPayee ? { reason: body.reason ?? null } : undefined
      return addAdjustments(database, account, id, toAnyPayee)
    },
  )
}
