/** The charges of a load (SPEC C103). */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { chargesResponse, chargesSchema } from '#core/charges/requests.ts'
import { settledQuery } from '#core/settlements/adjustments/settled-change.ts'
import { permissionToChange } from '#core/team/entity-access.ts'
import { readSettled } from '#server/requests.ts'
import { checkedByHandler, routesOf } from '#server/routes.ts'
import type { Services } from '#server/services.ts'
import { readChargesOf } from './read-charges.ts'
import { replaceCharges } from './save-charges.ts'
import { readSentCharges } from './sent-charges.ts'

const path = '/api/loads/:id/charges'

export function chargeRoutes(app: FastifyInstance, { database }: Services): void {
  const { get, put } = routesOf(app, 'Loads')

  get(path, { access: 'office', answer: chargesResponse }, ({ member, id }) =>
    readChargesOf(database, member, id),
  )

  put(
    path,
    {
      access: permissionToChange('loads'),
      description:
        'Replaces all charges of the load. Those without an id, or with an unknown one, are new. ' +
        'Operation-Id names the change for an undo.',
      query: settledQuery,
      body: z.object({ charges: chargesSchema() }),
      answer: chargesResponse,
      options: checkedByHandler,
    },
    ({ member, id, version, operation, request }) => {
      const { charges: sent } = (request.body ?? {}) as { charges?: unknown }
      const charges = readSentCharges(sent, member.permissions)
      const settled = readSettled(request)
      return replaceCharges(database, member, id, charges, { version, operation, settled })
    },
  )
}
