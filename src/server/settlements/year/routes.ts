/** Year-end figures of each payee (SPEC C9). The ZIP of a payee's statements is in `statements/year-zip.ts`. */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import {
  payeeYearResponse,
  yearResponse,
  type PayeeYear,
} from '#core/settlements/year/responses.ts'
import type { Member } from '#core/team/member.ts'
import { requireAccount, requireMember } from '#server/accounts/auth.ts'
import { attachment } from '#server/streaming/attachment.ts'
import type { Database } from '#server/database/open.ts'
import { payeeYearQuery, yearQuery } from './queries.ts'
import { readPayeeYear, readPeople, readYear, readYearSummary } from './read-year.ts'
import { buildTaxCsv, buildYearCsv } from './year-csv.ts'

const tags = ['Year-End']
const path = '/api/settlements/year'

export function yearRoutes(app: FastifyInstance, database: Database): void {
  const api = app.withTypeProvider<ZodTypeProvider>()

  api.get(
    path,
    {
      schema: { tags, querystring: yearQuery, response: { 200: yearResponse } },
      config: { access: 'settlements' },
    },
    async (request) => {
      const member = requireMember(request)
      const { payees, ...rest } = await readYearSummary(
        database,
        member.accountId,
        request.query.year,
      )
      return { ...rest, payees: payees.map((payee) => toVisiblePayee(member, payee)) }
    },
  )

  api.get(
    `${path}/payee`,
    {
      schema: { tags, querystring: payeeYearQuery, response: { 200: payeeYearResponse } },
      config: { access: 'settlements' },
    },
    async (request) => {
      const member = requireMember(request)
      const { payee, ...rest } = await readPayeeYear(database, member.accountId, request.query)
      return { ...rest, payee: toVisiblePayee(member, payee) }
    },
  )

  api.get(
    `${path}.csv`,
    {
      schema: { tags, querystring: yearQuery },
      config: {
        access: ['settlements', 'export'],
        audited: { action: 'exported', subject: 'year_summary' },
      },
    },
    async (request, reply) => {
      const { year } = request.query
      const payees = await readYear(database, requireAccount(request), year)
      return reply.headers(attachment(`payees-${year}`, 'csv')).send(buildYearCsv(payees))
    },
  )

  api.get(
    `${path}/tax.csv`,
    {
      schema: { tags, querystring: yearQuery },
      config: {
        access: ['settlements', 'secrets', 'export'],
        audited: { action: 'exported', subject: 'tax_summary' },
      },
    },
    async (request, reply) => {
      const userId = requireAccount(request)
      const { year } = request.query
      const payees = await readYear(database, userId, year)
      const text = buildTaxCsv(year, payees, await readPeople(database, userId))
      return reply.headers(attachment(`tax-preparer-${year}`, 'csv')).send(text)
    },
  )
}

/** Only a member who may see tax IDs may know whether one is on file (SPEC C73). */
function toVisiblePayee({ permissions }: Member, { taxId, ...payee }: PayeeYear): PayeeYear {
  return permissions.has('secrets') && taxId ? { ...payee, taxId } : payee
}
