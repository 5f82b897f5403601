/** The sample data of an account (SPEC C64, C65). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import {
  fillSampleSchema,
  removeSampleSchema,
  sampleRemovedSchema,
  sampleStateSchema,
} from '#core/sample/sample-data.ts'
import { requireAccount, requireMember } from '#server/accounts/auth.ts'
import type { Database } from '#server/database/open.ts'
import { readIdempotency } from '#server/requests.ts'
import { fillWithSample } from './fill-sample.ts'
import { removeSample } from './remove-sample.ts'
import { readSampleState } from './sample-state.ts'

const PATH = '/api/sample-data'
const tags = ['Sample data']

export function sampleRoutes(app: FastifyInstance, database: Database): void {
  const api = app.withTypeProvider<ZodTypeProvider>()

  api.get(
    PATH,
    { schema: { tags, response: { 200: sampleStateSchema } }, config: { access: 'admin' } },
    (request) => readSampleState(database, requireAccount(request)),
  )

  api.post(
    PATH,
    {
      schema: { tags, body: fillSampleSchema, response: { 201: sampleStateSchema } },
      config: { access: 'admin' },
    },
    async (request, reply) => {
      const userId = requireAccount(request)
      const { today } = request.body
      const state = await fillWithSample(database, userId, today, readIdempotency(request))
      return reply.code(201).send(state)
    },
  )

  api.delete(
    PATH,
    {
      schema: { tags, querystring: removeSampleSchema, response: { 200: sampleRemovedSchema } },
      config: { access: 'admin' },
    },
    (request) => removeSample(database, requireMember(request), request.query.changed === 'keep'),
  )
}
