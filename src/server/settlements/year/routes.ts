/** Year-end figures of each payee (SPEC C9). The ZIP of a payee's statements is in `statements/`. */
import type { FastifyInstance } from 'fastify'
import {
  payeeYearResponse,
  yearResponse,
  type PayeeYear,
} from '#core/settlements/year/responses.ts'
import type { Member } from '#core/team/member.ts'
import { routesOf } from '#server/routes.ts'
import { addReport } from '#server/streaming/report-routes.ts'
import type { Database } from '#server/database/open.ts'
import { payeeYearQuery, yearQuery } from './queries.ts'
import { readPayeeYear, readPeople, readYear, readYearSummary } from './read-year.ts'
import { buildTaxReport, buildYearReport } from './year-report.ts'

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

  addReport(
    app,
    {
      tag: 'Year-End',
      path,
      access: ['settlements', 'export'],
      query: yearQuery,
      subject: 'year_summary',
    },
    async ({ account, query: { year } }) =>
      buildYearReport(year, await readYear(database, account, year)),
  )

  addReport(
    app,
    {
      tag: 'Year-End',
      path: `${path}/tax`,
      access: ['settlements', 'secrets', 'export'],
      query: yearQuery,
      subject: 'tax_summary',
    },
    async ({ account, query: { year } }) => {
      const payees = await readYear(database, account, year)
      return buildTaxReport(year, payees, await readPeople(database, account))
    },
  )
}

/** Only a member who may see tax IDs may know whether one is on file (SPEC C73). */
function toVisiblePayee({ permissions }: Member, { taxId, ...payee }: PayeeYear): PayeeYear {
  return permissions.has('secrets') && taxId ? { ...payee, taxId } : payee
}
