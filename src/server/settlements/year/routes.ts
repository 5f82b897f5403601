/** Year-end figures of each payee (SPEC C9). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { requireAccount } from '#server/accounts/auth.ts'
import { attachment } from '#server/streaming/attachment.ts'
import type { Database } from '#server/database/open.ts'
import { readYearSummary, buildYearCsv } from './year.ts'

const tags = ['Year-End']
const query = z.object({
  year: z
    .string('Year is required')
    .regex(/^(19|2\d)\d\d$/, 'Year must be from 1900 to 2999')
    .transform(Number),
})

export function yearRoutes(app: FastifyInstance, database: Database): void {
  const api = app.withTypeProvider<ZodTypeProvider>()
  const schema = { tags, querystring: query }

  api.get('/api/settlements/year', { schema }, (request) =>
    readYearSummary(database, requireAccount(request), request.query.year),
  )

  const config = { audited: { action: 'exported', subject: 'year_summary' } } as const
  api.get('/api/settlements/year.csv', { schema, config }, async (request, reply) => {
    const { year } = request.query
    const text = buildYearCsv(await readYearSummary(database, requireAccount(request), year))
    return reply.headers(attachment(`owners-${year}`, 'csv')).send(text)
  })
}
