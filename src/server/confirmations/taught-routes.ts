/** Layouts of rate confirmations that members taught by pointing (SPEC C147). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { newLayoutSchema, storedLayoutSchema } from '#core/confirmations/taught/taught-layout.ts'
import { requireAccount } from '#server/accounts/auth.ts'
import type { Database } from '#server/database/open.ts'
import { readId } from '#server/requests.ts'
import { forgetLayout, listLayouts, teachLayout } from './taught-layouts.ts'

const tags = ['Documents']
const config = { access: 'loads' } as const
const path = '/api/taught-layouts'

export function taughtLayoutRoutes(app: FastifyInstance, database: Database): void {
  const api = app.withTypeProvider<ZodTypeProvider>()

  api.get(
    path,
    {
      schema: {
        tags,
        description: 'Layouts of rate confirmations that members taught by pointing at values.',
        response: { 200: z.array(storedLayoutSchema) },
      },
      config,
    },
    (request) => listLayouts(database, requireAccount(request)),
  )

  api.post(
    path,
    {
      schema: {
        tags,
        description: 'Adds fields to a layout, or adds a new layout.',
        body: newLayoutSchema,
        response: { 200: storedLayoutSchema },
      },
      config,
    },
    (request) => teachLayout(database, requireAccount(request), request.body),
  )

  api.delete(
    `${path}/:id`,
    { schema: { tags, description: 'Forgets a layout.' }, config },
    async (request, reply) => {
      await forgetLayout(database, requireAccount(request), readId(request))
      return reply.code(204).send()
    },
  )
}
