/** The charges of a load (SPEC C103). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { chargesResponse, chargesSchema } from '#core/charges/requests.ts'
import { settledQuery } from '#core/settlements/adjustments/settled-change.ts'
import { permissionToChange } from '#core/team/entity-access.ts'
import { requireMember } from '#server/accounts/auth.ts'
import type { Database } from '#server/database/open.ts'
import { readId, readOperation, readSettled, readVersion } from '#server/requests.ts'
import { readChargesOf } from './read-charges.ts'
import { replaceCharges } from './save-charges.ts'
import { readSentCharges } from './sent-charges.ts'

const tags = ['Loads']
const path = '/api/loads/:id/charges'
const response = { 200: chargesResponse }

export function chargeRoutes(app: FastifyInstance, database: Database): void {
  const api = app.withTypeProvider<ZodTypeProvider>()

  api.get(
    path,
    { schema: { tags, response }, config: { access: 'office' } },
    async (request, reply) => {
      const charges = await readChargesOf(database, requireMember(request), readId(request))
      return reply.header('etag', `"${charges.version}"`).send(charges)
    },
  )

  api.put(
    path,
    {
      schema: {
        tags,
        description:
          'Replaces all charges of the load. Those without an id, or with an unknown one, are new. ' +
          'Operation-Id names the change for an undo.',
        querystring: settledQuery,
        body: z.object({ charges: chargesSchema() }),
        response,
      },
      config: { access: permissionToChange('loads') },
      // The handler checks the body by the member's role.
      validatorCompiler: () => (value: unknown) => ({ value }),
    },
    (request) => {
      const member = requireMember(request)
      const { charges: sent } = (request.body ?? {}) as { charges?: unknown }
      const charges = readSentCharges(sent, member.permissions)
      return replaceCharges(database, member, readId(request), charges, {
        version: readVersion(request),
        operation: readOperation(request),
        settled: readSettled(request),
      })
    },
  )
}
