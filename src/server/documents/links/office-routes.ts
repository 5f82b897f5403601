/** Upload links of a load, for the office (SPEC C135), and the notices of papers that arrived (C138). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { madeLinkSchema, newLinkSchema, uploadLinkSchema } from '#core/documents/upload-links.ts'
import { requireAccount, requireMember } from '#server/accounts/auth.ts'
import type { Database } from '#server/database/open.ts'
import { markArrivalsRead } from '#server/documents/arrivals.ts'
import { readId } from '#server/requests.ts'
import { listLinks, makeLink, revokeLink } from './links.ts'

const tags = ['Upload links']
const config = { access: 'loads' } as const

export function uploadLinkRoutes(app: FastifyInstance, database: Database): void {
  const api = app.withTypeProvider<ZodTypeProvider>()
  const path = '/api/loads/:id/upload-links'

  api.get(
    path,
    {
      schema: {
        tags,
        description: 'The open links of a load.',
        response: { 200: z.array(uploadLinkSchema) },
      },
      config,
    },
    (request) => listLinks(database, requireAccount(request), readId(request)),
  )

  // Without an Idempotency-Key, which would store the token.
  api.post(
    path,
    { schema: { tags, body: newLinkSchema, response: { 201: madeLinkSchema } }, config },
    async (request, reply) => {
      const { days } = request.body
      const made = await makeLink(database, requireMember(request), readId(request), days)
      return reply.code(201).send(made)
    },
  )

  api.delete('/api/upload-links/:id', { schema: { tags }, config }, async (request, reply) => {
    await revokeLink(database, requireAccount(request), readId(request))
    return reply.code(204).send()
  })

  api.post(
    '/api/loads/:id/documents/read',
    {
      schema: { tags: ['Documents'], description: 'Removes the load’s new papers from your bell.' },
      config,
    },
    async (request, reply) => {
      await markArrivalsRead(database, requireMember(request), readId(request))
      return reply.code(204).send()
    },
  )
}
