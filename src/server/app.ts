/** Builds the server. `main.ts` starts it; tests send requests to it without a port. */
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { BYTES_PER_MB } from '#core/bytes.ts'
import { passwordRoutes } from './accounts/password-routes.ts'
import { accountRoutes } from './accounts/routes.ts'
import { secondStepRoutes } from './accounts/two-step/login-routes.ts'
import { addTwoStepGate } from './accounts/two-step/required.ts'
import { twoStepRoutes } from './accounts/two-step/routes.ts'
import { invitationRoutes } from './accounts/team/invitation-routes.ts'
import { membershipRoutes } from './accounts/team/membership-routes.ts'
import { teamRoutes } from './accounts/team/routes.ts'
import { addAccessGate } from './accounts/team/access.ts'
import { addAuth } from './accounts/auth.ts'
import { addAccountQueue } from './accounts/account-queue.ts'
import { addPasswordQueue } from './accounts/password-queue.ts'
import { recordFiles } from './audit/record-files.ts'
import { apiDocsRoutes } from './api-docs/routes.ts'
import { auditRoutes } from './audit/routes.ts'
import { bookRoutes } from './books/routes.ts'
import { brokerCheckRoutes } from './broker-checks/routes.ts'
import { cardRoutes } from './cards/routes.ts'
import { chargeRoutes } from './charges/routes.ts'
import { commentRoutes } from './comments/routes.ts'
import { requiredPapersRoutes } from './required-papers/routes.ts'
import { settingsRoutes } from './settings/routes.ts'
import { openDocumentStore } from './documents/document-store.ts'
import { linkRoutes } from './documents/links/link-routes.ts'
import { documentRoutes } from './documents/routes.ts'
import { confirmationRoutes } from './confirmations/routes.ts'
import { dashboardRoutes } from './dashboard/routes.ts'
import type { Database } from './database/open.ts'
import { entityRoutes } from './entities/routes.ts'
import { factoringRoutes } from './factoring/routes.ts'
import { fleetRoutes } from './fleet/routes.ts'
import { healthRoutes } from './health.ts'
import { addHostCheck } from './hosts.ts'
import { openHttp, type HttpSettings } from './http.ts'
import { settlementsRoutes } from './settlements/routes.ts'
import { openPaperMemory } from './packets/merge/paper-memory.ts'
import { openTrial } from './packets/merge/trial.ts'
import { openPackets } from './packets/open-packets.ts'
import { packetRoutes } from './packets/routes.ts'
import { paymentRoutes } from './payments/routes.ts'
import { receiptRoutes } from './receipts/routes.ts'
import { portalRoutes } from './portal/routes.ts'
import { mailRoutes } from './mail/routes.ts'
import { mergingRoutes } from './merging/routes.ts'
import { setMailServer } from './mail/mail-server.ts'
import { invoiceRoutes } from './invoices/routes.ts'
import { profitRoutes } from './profit/routes.ts'
import { questionRoutes } from './questions/routes.ts'
import { receivableRoutes } from './receivables/routes.ts'
import { sampleRoutes } from './sample/routes.ts'
import { searchRoutes } from './search/routes.ts'
import type { AddRoutes, Services } from './services.ts'
import { rejectOnFullDisk } from './storage/disk-full.ts'
import { addQuota } from './storage/quota.ts'
import { storageRoutes } from './storage/routes.ts'
import { statementRoutes } from './statements/routes.ts'
import { queuePrinter } from './statements/printer/queue.ts'
import { openPrinter } from './statements/printer/printer.ts'
import { transferRoutes } from './transfer/routes.ts'
import { zipCodeRoutes } from './zip-codes/routes.ts'
import { webRoutes } from './web-files.ts'

const SVG = 'image/svg+xml'

export async function buildApp(
  database: Database,
  settings: HttpSettings,
): Promise<FastifyInstance> {
  const app = await openHttp(settings)
  addHostCheck(app, settings)
  addAuth(app, database, settings.publicUrl)
  addTwoStepGate(app)
  const checkAccess = addAccessGate(app)
  setMailServer(app, settings.mailServer)
  if (settings.findShortage) rejectOnFullDisk(app, settings.findShortage)
  addAccountQueue(app)
  addPasswordQueue(app, database)
  const quota = settings.accountQuotaMb && settings.accountQuotaMb * BYTES_PER_MB
  if (quota) addQuota(app, database, quota)
  recordFiles(app, database)
  app.addHook('onSend', async (_request, reply) => {
    // Only the web's files say how long they may be cached.
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store')
    // Fastify names the character encoding of text and JSON only.
    if (reply.getHeader('content-type') === SVG) void reply.type(`${SVG}; charset=utf-8`)
  })

  const services = openServices(app, database, quota)
  apiDocsRoutes(app)
  for (const addRoutes of features) await addRoutes(app, services)
  await webRoutes(app, path.join(import.meta.dirname, '../../dist/web'))
  checkAccess()
  return app
}

const features: readonly AddRoutes[] = [
  healthRoutes,
  accountRoutes,
  passwordRoutes,
  secondStepRoutes,
  twoStepRoutes,
  teamRoutes,
  membershipRoutes,
  invitationRoutes,
  entityRoutes,
  mergingRoutes,
  fleetRoutes,
  cardRoutes,
  profitRoutes,
  settlementsRoutes,
  statementRoutes,
  paymentRoutes,
  invoiceRoutes,
  receivableRoutes,
  packetRoutes,
  factoringRoutes,
  receiptRoutes,
  questionRoutes,
  portalRoutes,
  chargeRoutes,
  commentRoutes,
  requiredPapersRoutes,
  bookRoutes,
  brokerCheckRoutes,
  documentRoutes,
  linkRoutes,
  confirmationRoutes,
  mailRoutes,
  settingsRoutes,
  dashboardRoutes,
  searchRoutes,
  auditRoutes,
  sampleRoutes,
  transferRoutes,
  zipCodeRoutes,
  storageRoutes,
]

function openServices(
  app: FastifyInstance,
  database: Database,
  quota: number | undefined,
): Services {
  const printer = openPrinter()
  const print = queuePrinter(printer)
  const memory = openPaperMemory()
  const documents = openDocumentStore(database, openTrial(memory), quota)
  app.addHook('onClose', () => printer.close())
  app.addHook('onClose', () => documents.close())
  return {
    database,
    quota,
    print,
    printForOwners: queuePrinter(printer),
    documents,
    packets: openPackets(app, { database, print, memory }),
  }
}
