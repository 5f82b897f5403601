/** What was read from the rate confirmations of loads (SPEC C126). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { accuracySchema } from '#core/confirmations/accuracy.ts'
import {
  confirmedTotalSchema,
  keptReadingSchema,
  typedTotalSchema,
} from '#core/confirmations/kept-reading.ts'
import { requireAccount, requireMember } from '#server/accounts/auth.ts'
import type { Database } from '#server/database/open.ts'
import { readId } from '#server/requests.ts'
import { readAccuracy } from './accuracy.ts'
import { readConfirmedTotal, saveReading, typeTotal } from './readings.ts'

const tags = ['Documents']

export function confirmationRoutes(app: FastifyInstance, database: Database): void {
  const api = app.withTypeProvider<ZodTypeProvider>()

  api.put(
    '/api/documents/:id/reading',
    {
      schema: {
        tags,
        body: keptReadingSchema,
        description: 'Stores what was read from a rate confirmation.',
      },
      config: { access: 'loads' },
    },
    async (request, reply) => {
      await saveReading(database, requireMember(request), readId(request), request.body)
      return reply.code(204).send()
    },
  )

  api.put(
    '/api/documents/:id/total',
    {
      schema: {
        tags,
        body: typedTotalSchema,
        description: 'Stores the total that a person read on a rate confirmation.',
      },
      config: { access: ['loads', 'revenue'] },
    },
    async (request, reply) => {
      await typeTotal(database, requireMember(request), readId(request), request.body.total)
      return reply.code(204).send()
    },
  )

  api.get(
    '/api/loads/:id/confirmation',
    {
      schema: {
        tags,
        response: { 200: confirmedTotalSchema },
        description: "The total that was read from the load's newest rate confirmation.",
      },
      config: { access: 'revenue' },
    },
    (request) => readConfirmedTotal(database, requireMember(request), readId(request)),
  )

  api.get(
    '/api/brokers/:id/readings',
    {
      schema: {
        tags,
        response: { 200: accuracySchema },
        description:
          "How many values of the broker's confirmations were read correctly this month.",
      },
      config: { access: 'loads' },
    },
    (request) => readAccuracy(database, requireAccount(request), readId(request)),
  )
}
