/** Puts the server together. `main.ts` listens; tests send requests into it without a port. */
import path from 'node:path'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { settlementCsvColumns } from '#core/csv-settlements.ts'
import { accountRoutes } from './accounts/routes.ts'
import { sessionRoutes } from './accounts/session-routes.ts'
import { addGate } from './accounts/gate.ts'
import { addRequestTurns } from './accounts/request-turns.ts'
import { auditRoutes, exportedAudit } from './audit/routes.ts'
import { recordTransfers } from './audit/transfers.ts'
import { companyRoutes } from './company/routes.ts'
import { logoRoutes } from './company/logo-routes.ts'
import { logoFiles } from './company/logo-store.ts'
import { companyStoreOf } from './company/store.ts'
import { dashboardRoutes } from './dashboard/routes.ts'
import type { Database, Work } from './database/open.ts'
import { entityRoutes } from './entities/routes.ts'
import { healthRoutes } from './health.ts'
import { openHttp, type HttpSettings } from './http.ts'
import { balanceRoutes } from './settlements/balance-routes.ts'
import { driftRoutes } from './settlements/drift-routes.ts'
import { waitingRoutes } from './settlements/waiting-routes.ts'
import { lifeRoutes } from './settlements/life-routes.ts'
import { lineRoutes } from './settlements/line-routes.ts'
import { runRoutes } from './settlements/run-routes.ts'
import { ruleRoutes } from './settlements/rule-routes.ts'
import { searchRoutes } from './search/routes.ts'
import { settlementColumns, settlementListing } from './settlements/list.ts'
import { settlementRoutes } from './settlements/routes.ts'
import { previewRoutes } from './settlements/preview-routes.ts'
import { statementRoutes } from './settlements/statement-routes.ts'
import { yearRoutes } from './settlements/year-routes.ts'
import { statementMaker } from './settlements/statement-file.ts'
import { trialStatement } from './settlements/statement-trial.ts'
import { printInTurn } from './settlements/statement-turns.ts'
import { openPrinter } from './settlements/statement-printer.ts'
import { transferRoutes } from './transfer/routes.ts'
import { downloads } from './slots.ts'
import { streamSnapshot } from './database/snapshot.ts'
import { zipOf } from './transfer/zip.ts'
import { zipCodeRoutes } from './zip-codes/routes.ts'
import { webRoutes } from './web-files.ts'

export async function buildApp(
  database: Database,
  settings: HttpSettings,
): Promise<FastifyInstance> {
  const app = await openHttp(settings)
  addGate(app, database)
  addRequestTurns(app)
  app.addHook('onSend', async (_request, reply) => {
    // Whatever does not say how long it lasts, however its path is spelt. The web's files do say it.
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store')
  })

  await addRoutes(app, database)
  return app
}

async function addRoutes(app: FastifyInstance, database: Database): Promise<void> {
  await app.register(swaggerUi, { routePrefix: '/api/docs' })
  healthRoutes(app, database)
  accountRoutes(app, database)
  sessionRoutes(app, database)
  entityRoutes(app, database)
  const readCompany = (userId: string) => companyStoreOf(database, userId).get()
  const printer = openPrinter()
  const print = printInTurn(printer)
  app.addHook('onClose', () => printer.close())
  const makeStatement = statementMaker(print)
  settlementRoutes(app, database)
  previewRoutes(app, database)
  statementRoutes(app, database, readCompany, makeStatement)
  lifeRoutes(app, database, readCompany)
  yearRoutes(app, database)
  lineRoutes(app, database)
  runRoutes(app, database, readCompany, makeStatement, (userId, files) =>
    streamSnapshot(database, (work) => zipOf(files(work)), downloads.take(userId)),
  )
  ruleRoutes(app, database)
  balanceRoutes(app, database)
  driftRoutes(app, database)
  waitingRoutes(app, database)
  companyRoutes(app, database)
  await logoRoutes(app, database, (userId, logo) => print(userId, trialStatement(logo)))
  dashboardRoutes(app, database)
  searchRoutes(app, database)
  auditRoutes(app, database)
  recordTransfers(app, database)
  await transferRoutes(app, database, { ...otherFiles, makeStatement })
  zipCodeRoutes(app)
  await webRoutes(app, path.join(import.meta.dirname, '../../dist/web'))
}

const exportedSettlements = {
  name: 'billing',
  file: 'settlements',
  title: 'Settlements',
  listed: settlementListing,
  columns: settlementCsvColumns,
  kinds: settlementColumns,
}

const otherFiles = {
  settlements: exportedSettlements,
  audit: exportedAudit,
  logoFiles,
  readCompany: (work: Work, userId: string) => companyStoreOf(work, userId).get(),
}
