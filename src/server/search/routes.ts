import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { LONGEST_SEARCH } from '#core/api.ts'
import { findInvoices } from '#server/invoices/find-invoices.ts'
import { routesOf } from '#server/routes.ts'
import type { Services } from '#server/services.ts'
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
export function searchRoutes(app: FastifyInstance, { database }: Services): void {
  const { get } = routesOf(app, 'Search')

  get(
    '/api/search',
    { access: 'office', query: z.object({ q: typed }) },
    async ({ member, query: { q } }) => {
      const { exact, others } = await findInvoices(database, member, q)
      return [...exact, ...(await findRecords(database, member, q)), ...others]
    },
  )
}
