import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { LONGEST_SEARCH } from '#core/api.ts'
import { requireMember } from '#server/accounts/auth.ts'
import type { Database } from '#server/database/open.ts'
import { findRecords } from './find.ts'

const typed = z
  .string('q is required')
  .max(LONGEST_SEARCH, `q must be at most ${LONGEST_SEARCH} characters of text`)
  .regex(/^\P{Cc}*$/u, "Contains characters that can't be saved")
  .refine((text) => text.isWellFormed(), "Contains characters that can't be saved")
  .trim()
  .normalize('NFC')
  .describe('A number, a name or its beginning; one character: the beginning of a number')

/** `GET /api/search?q=`: a few records of every entity, exact matches first. */
export function searchRoutes(app: FastifyInstance, database: Database): void {
  const schema = { tags: ['Search'], querystring: z.object({ q: typed }) }
  app
    .withTypeProvider<ZodTypeProvider>()
    .get('/api/search', { schema, config: { access: 'office' } }, (request) =>
      findRecords(database, requireMember(request), request.query.q),
    )
}
