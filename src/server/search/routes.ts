import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { LONGEST_SEARCH } from '#core/api.ts'
import { foundSchema } from '#core/search/responses.ts'
import { readWanted, type PaperName } from '#core/search/search.ts'
import { findInvoices } from '#server/invoices/find-invoices.ts'
import { routesOf } from '#server/routes.ts'
import type { Services } from '#server/services.ts'
import { findPapers } from './find-papers.ts'
import { findRecords } from './find.ts'

const typed = z
  .string('q is required')
  .max(LONGEST_SEARCH, `q must be at most ${LONGEST_SEARCH} characters of text`)
  .regex(/^\P{Cc}*$/u, "Contains characters that can't be saved")
  .refine((text) => text.isWellFormed(), "Contains characters that can't be saved")
  .trim()
  .normalize('NFC')
  .describe('A number, a name or its beginning; one character: the beginning of a number')

/** `GET /api/search?q=`: a few records of every entity and a few papers, exact matches first. */
export function searchRoutes(app: FastifyInstance, { database }: Services): void {
  const { get } = routesOf(app, 'Search')

  get(
    '/api/search',
    { access: 'office', query: z.object({ q: typed }), answer: foundSchema },
    async ({ member, query: { q } }) => {
      const wanted = readWanted(q)
      const isWanted = (name: PaperName) => wanted.among?.includes(name) ?? true
      const none = { exact: [], others: [] }
      const [invoices, papers, records] = await Promise.all([
        isWanted('invoices') ? findInvoices(database, member, wanted) : none,
        findPapers(database, member, wanted),
        findRecords(database, member, wanted.among ? q : wanted.text),
      ])
      const found = [...invoices.exact, ...records, ...invoices.others]
      // A number that is a load's and a statement's is mostly the load's.
      return wanted.among || wanted.amount ? [...papers, ...found] : [...found, ...papers]
    },
  )
}
