import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { LONGEST_SEARCH } from '#core/api.ts'
import { requireMember } from '#server/accounts/auth.ts'
import type { Database } from '#server/database/open.ts'
import { findInvoices } from '#server/invoices/find-invoices.ts'
import { findRecords } from './find.ts'

const typed = z
  .string('q is required')
  .max(LONGEST_SEARCH, `q must be at most ${LONGEST_SEARCH} characters of text`)
  .regex(/^\P{Cc}*$/u, "Contains characters that can't be saved")
  .refine((text) => text.isWellFormed(), "Contains characters that can't be saved")
  .trim()
  .normalize('NFC')
  .describe('A number, a name or its beginning; one character: the beginning of a number')

/** `GET /api/search?q=`: a few records of every entity and a few invoices, exact matches first. */
export function searchRoutes(app: FastifyInstance, database: Database): void {
  const schema = { tags: ['Search'], querystring: z.object({ q: typed }) }
  app
    .withTypeProvider<ZodTypeProvider>()
    .get('/api/search', { schema, config: { access: 'office' } }, async (request) => {
      const { q } = request.query
      const member = requireMember(request)
      const { exact, others } = await findInvoices(database, member, q)
      return [...exact, ...(await findRecords(database, member, q)), ...others]
    })
}
