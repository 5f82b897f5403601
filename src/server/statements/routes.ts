/** Printed statements: of a settlement, of chosen ones, of a run, of a payee's year (SPEC A7, B31, C8, C9, C51). */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { weekOf } from '#core/calendar.ts'
import { statementLanguageQuery } from '#core/language-schemas.ts'
import { statementPath, type Settlement } from '#core/settlements/settlement.ts'
import { statementIdsQuery } from '#core/settlements/statements.ts'
import type { Database, Work } from '#server/database/open.ts'
import { notFound } from '#server/errors.ts'
import { routesOf } from '#server/routes.ts'
import type { Services } from '#server/services.ts'
import { readCompany, readFirstWeekday } from '#server/settings/company.ts'
import { weekQuery } from '#server/settlements/run/queries.ts'
import {
  readRunSettlements,
  readSettlementsByNumber,
} from '#server/settlements/settlement/read-settlements.ts'
import { openSettlementStore } from '#server/settlements/settlement/store.ts'
import { payeeYearQuery } from '#server/settlements/year/queries.ts'
import { readYear } from '#server/settlements/year/read-year.ts'
import { attachment, inlinePdf } from '#server/streaming/attachment.ts'
import { streamSnapshot } from '#server/streaming/snapshot.ts'
import { createZip } from '#server/streaming/zip.ts'
import { makeStatement, makeStatements, printSettlements } from './file.ts'
import { statementMailRoutes } from './mails/routes.ts'
import type { PrintFor } from './printer/queue.ts'

const exported = {
  access: ['settlements', 'export'],
  config: { audited: { action: 'exported', subject: 'statements' } },
  options: { exposeHeadRoute: false },
} as const

export function statementRoutes(app: FastifyInstance, { database, print }: Services): void {
  const { get, post } = routesOf(app, 'Settlements')
  const store = (userId: string) => openSettlementStore(database, userId)
  statementMailRoutes(app, database, print)
  severalStatementRoutes(app, database, print)

  post(
    '/api/billing/:id/generate-pdf',
    { access: 'settlements', answer: z.object({ pdfUrl: z.string() }) },
    async ({ account, member, id }) => {
      const { get: read, saveStatementUrl } = store(account)
      if (member.permissions.has('payroll')) return { pdfUrl: await saveStatementUrl(id) }
      const settlement = await read(id)
      return { pdfUrl: statementPath(settlement.id) }
    },
  )

  get(
    '/api/billing/:id/statement.pdf',
    { access: 'settlements', query: statementLanguageQuery },
    async ({ account, member, id, query: { language }, reply }) => {
      const settlement = await store(account).get(id)
      const company = await readCompany(database, account)
      const seesTaxId = member.permissions.has('secrets')
      const choice = { language, ...(!seesTaxId && { taxId: 'hidden' as const }) }
      const { name, pdf } = await makeStatement(
        ...([print, database, account, settlement, company, choice] as const),
      )
      return reply.headers(inlinePdf(name)).send(Buffer.from(pdf.buffer))
    },
  )
}

/** Several statements: one PDF of all to print, or a ZIP of single PDFs. */
function severalStatementRoutes(app: FastifyInstance, database: Database, print: PrintFor): void {
  const { get } = routesOf(app, 'Settlements')
  const sendZip = async (
    reply: FastifyReply,
    userId: string,
    name: string,
    read: (work: Work) => Promise<Settlement[]>,
  ) => {
    const company = await readCompany(database, userId)
    const zip = await streamSnapshot(database, userId, (work) =>
      createZip(printSettlements(print, work, userId, company, () => read(work))),
    )
    return reply.headers(attachment(name, 'zip')).send(zip)
  }

  get(
    '/api/statements/print.pdf',
    { ...exported, query: statementIdsQuery },
    async ({ account, query: { ids }, reply }) => {
      const company = await readCompany(database, account)
      const pdf = await streamSnapshot(database, account, async function* (work) {
        const settlements = await readSettlementsByNumber(work, account, ids)
        if (settlements.length === 0) throw notFound()
        yield await makeStatements(print, work, account, settlements, company)
      })
      return reply.headers(inlinePdf('statements.pdf')).send(pdf)
    },
  )

  get(
    '/api/statements/files.zip',
    { ...exported, query: statementIdsQuery },
    ({ account, query: { ids }, reply }) =>
      sendZip(reply, account, 'statements', (work) => readSettlementsByNumber(work, account, ids)),
  )

  routesOf(app, 'Settlement Run').get(
    '/api/settlements/run/statements.zip',
    { ...exported, query: weekQuery },
    async ({ account, query: { week }, reply }) => {
      const period = weekOf(week, await readFirstWeekday(database, account))
      return sendZip(reply, account, `statements-${period.from}`, (work) =>
        readRunSettlements(work, account, period),
      )
    },
  )

  // An empty ZIP if the payee has no statement that counts in the year.
  routesOf(app, 'Year-End').get(
    '/api/settlements/year/statements.zip',
    { ...exported, query: payeeYearQuery },
    async ({ account, query: { year, payee, name: printed }, reply }) => {
      const found = await readYear(database, account, year, payee)
      const entries = found
        .filter((one) => printed === undefined || one.payee === printed)
        .flatMap((one) => one.entries)
      const ids = [...new Set(entries.flatMap(({ billingId }) => billingId ?? []))]
      return sendZip(reply, account, `statements-${year}-${payee.replace(':', '-')}`, (work) =>
        readSettlementsByNumber(work, account, ids),
      )
    },
  )
}
