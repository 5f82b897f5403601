/** Year-end figures of each payee (SPEC C9). The ZIP of a payee's statements is in `statements/`. */
import type { FastifyInstance } from 'fastify'
import {
  payeeYearResponse,
  yearResponse,
  type PayeeYear,
} from '#core/settlements/year/responses.ts'
import type { Member } from '#core/team/member.ts'
import { routesOf } from '#server/routes.ts'
import { attachment } from '#server/streaming/attachment.ts'
import type { Database } from '#server/database/open.ts'
import { payeeYearQuery, yearQuery } from './queries.ts'
import { readPayeeYear, readPeople, readYear, readYearSummary } from './read-year.ts'
import { buildTaxCsv, buildYearCsv } from './year-csv.ts'

const path = '/api/settlements/year'

export function yearRoutes(app: FastifyInstance, database: Database): void {
  const { get } = routesOf(app, 'Year-End')

  get(
    path,
    { access: 'settlements', query: yearQuery, answer: yearResponse },
    async ({ member, account, query }) => {
      const { payees, ...rest } = await readYearSummary(database, account, query.year)
      return { ...rest, payees: payees.map((payee) => toVisiblePayee(member, payee)) }
    },
  )

  get(
    `${path}/payee`,
    { access: 'settlements', query: payeeYearQuery, answer: payeeYearResponse },
    async ({ member, account, query }) => {
      const { payee, ...rest } = await readPayeeYear(database, account, query)
      return { ...rest, payee: toVisiblePayee(member, payee) }
    },
  )

  get(
    `${path}.csv`,
    {
      access: ['settlements', 'export'],
      query: yearQuery,
      config: { audited: { action: 'exported', subject: 'year_summary' } },
    },
    async ({ account, query: { year }, reply }) => {
      const payees = await readYear(database, account, year)
      return reply.headers(attachment(`payees-${year}`, 'csv')).send(buildYearCsv(payees))
    },
  )

  get(
    `${path}/tax.csv`,
    {
      access: ['settlements', 'secrets', 'export'],
      query: yearQuery,
      config: { audited: { action: 'exported', subject: 'tax_summary' } },
    },
    async ({ account, query: { year }, reply }) => {
      const payees = await readYear(database, account, year)
      const text = buildTaxCsv(year, payees, await readPeople(database, account))
      return reply.headers(attachment(`tax-preparer-${year}`, 'csv')).send(text)
    },
  )
}

/** Only a member who may see tax IDs may know whether one is on file (SPEC C73). */
function toVisiblePayee({ permissions }: Member, { taxId, ...payee }: PayeeYear): PayeeYear {
  return permissions.has('secrets') && taxId ? { ...payee, taxId } : payee
}
