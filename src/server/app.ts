/** Puts the server together. `main.ts` listens; tests send requests into it without a port. */
import path from 'node:path'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { settlementCsvColumns } from '#core/transfer/settlements.ts'
import { accountRoutes } from './accounts/routes.ts'
import { sessionRoutes } from './accounts/session-routes.ts'
import { addAuth } from './accounts/auth.ts'
import { addAccountQueue } from './accounts/account-queue.ts'
import { auditRoutes, exportedAudit } from './audit/routes.ts'
import { recordTransfers } from './audit/transfers.ts'
import { settingsRoutes } from './settings/routes.ts'
import { logoRoutes } from './settings/logo-routes.ts'
import { logoFiles } from './settings/logo-store.ts'
import { openCompanyStore } from './settings/store.ts'
import { dashboardRoutes } from './dashboard/routes.ts'
import type { Database, Work } from './database/open.ts'
import { entityRoutes } from './entities/routes.ts'
import { healthRoutes } from './health.ts'
import { openHttp, type HttpSettings } from './http.ts'
import { balanceRoutes } from './settlements/balances/routes.ts'
import { adjustmentRoutes } from './settlements/adjustments/routes.ts'
import { previousOwnerRoutes } from './settlements/payee/previous-owner-routes.ts'
import { approvalRoutes } from './settlements/approval/routes.ts'
import { lineRoutes } from './settlements/lines/routes.ts'
import { runRoutes } from './settlements/run/routes.ts'
import { ruleRoutes } from './settlements/deductions/routes.ts'
import { searchRoutes } from './search/routes.ts'
import { settlementColumns, settlementListing } from './settlements/settlement/list.ts'
import { settlementRoutes } from './settlements/settlement/routes.ts'
import { previewRoutes } from './settlements/settlement/preview-routes.ts'
import { statementRoutes } from './statements/routes.ts'
import { yearRoutes } from './settlements/year/routes.ts'
import { createStatementMaker } from './statements/file.ts'
import { buildLogoTest } from './statements/logo-test-print.ts'
import { queuePrinter } from './statements/printer/queue.ts'
import { openPrinter } from './statements/printer/printer.ts'
import { transferRoutes } from './transfer/routes.ts'
import { downloads } from './streaming/concurrency-limit.ts'
import { streamSnapshot } from './streaming/snapshot.ts'
import { createZip } from './streaming/zip.ts'
import { zipCodeRoutes } from './zip-codes/routes.ts'
import { webRoutes } from './web-files.ts'

export async function buildApp(
  database: Database,
  settings: HttpSettings,
): Promise<FastifyInstance> {
  const app = await openHttp(settings)
  addAuth(app, database)
  addAccountQueue(app)
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
  const readCompany = (userId: string) => openCompanyStore(database, userId).get()
  const printer = openPrinter()
  const print = queuePrinter(printer)
  app.addHook('onClose', () => printer.close())
  const makeStatement = createStatementMaker(print)
  settlementRoutes(app, database)
  previewRoutes(app, database)
  statementRoutes(app, database, readCompany, makeStatement)
  approvalRoutes(app, database, readCompany)
  yearRoutes(app, database)
  lineRoutes(app, database)
  runRoutes(app, database, readCompany, makeStatement, (userId, files) =>
    streamSnapshot(database, (work) => createZip(files(work)), downloads.take(userId)),
  )
  ruleRoutes(app, database)
  balanceRoutes(app, database)
  adjustmentRoutes(app, database)
  previousOwnerRoutes(app, database)
  settingsRoutes(app, database)
  await logoRoutes(app, database, (userId, logo) => print(userId, buildLogoTest(logo)))
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
  readCompany: (work: Work, userId: string) => openCompanyStore(work, userId).get(),
}
