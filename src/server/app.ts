/** Builds the server. `main.ts` starts it; tests send requests to it without a port. */
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { BYTES_PER_MB } from '#core/bytes.ts'
import { accountRoutes } from './accounts/routes.ts'
import { deletionRoutes } from './accounts/deletion-routes.ts'
import { secondStepRoutes } from './accounts/two-step/login-routes.ts'
import { addTwoStepGate } from './accounts/two-step/required.ts'
import { twoStepRoutes } from './accounts/two-step/routes.ts'
import { sessionRoutes } from './accounts/session-routes.ts'
import { invitationRoutes } from './accounts/team/invitation-routes.ts'
import { languageRoutes } from './accounts/team/language-routes.ts'
import { membershipRoutes } from './accounts/team/membership-routes.ts'
import { viewAsRoutes } from './accounts/team/view-as-routes.ts'
import { teamRoutes } from './accounts/team/routes.ts'
import { addAccessGate } from './accounts/team/access.ts'
import { addAuth } from './accounts/auth.ts'
import { addAccountQueue } from './accounts/account-queue.ts'
import { addPasswordQueue } from './accounts/password-queue.ts'
import { recordFiles } from './audit/record-files.ts'
import { apiDocsRoutes } from './api-docs/routes.ts'
import { auditRoutes } from './audit/routes.ts'
import { bookRoutes } from './books/routes.ts'
import { checkDocumentRoutes } from './broker-checks/check-documents.ts'
import { brokerCheckRoutes } from './broker-checks/routes.ts'
import { chargeRoutes } from './charges/routes.ts'
import { commentRoutes } from './comments/routes.ts'
import { requiredPapersRoutes } from './required-papers/routes.ts'
import { settingsRoutes } from './settings/routes.ts'
import { logoRoutes } from './settings/logo-routes.ts'
import { openDocumentStore } from './documents/document-store.ts'
import { linkUploadRoutes } from './documents/links/link-routes.ts'
import { uploadLinkRoutes } from './documents/links/office-routes.ts'
import { documentRoutes } from './documents/routes.ts'
import { confirmationRoutes } from './confirmations/routes.ts'
import { taughtLayoutRoutes } from './confirmations/taught-routes.ts'
import { dashboardRoutes } from './dashboard/routes.ts'
import type { Database } from './database/open.ts'
import { entityRoutes } from './entities/routes.ts'
import { releaseLetterRoutes } from './factoring/release-letters/routes.ts'
import { factoringRoutes } from './factoring/routes.ts'
import { healthRoutes } from './health.ts'
import { addHostCheck } from './hosts.ts'
import { openHttp, type HttpSettings } from './http.ts'
import { balanceRoutes } from './settlements/balances/routes.ts'
import { balanceEntryRoutes } from './settlements/balances/entry-routes.ts'
import { adjustmentRoutes } from './settlements/adjustments/routes.ts'
import { previousPayeeRoutes } from './settlements/payee/previous-payee-routes.ts'
import { settleAgainRoutes } from './settlements/again/routes.ts'
import { comparisonRoutes } from './settlements/comparison/routes.ts'
import { overviewRoutes } from './settlements/overview/routes.ts'
import { approvalRoutes } from './settlements/approval/routes.ts'
import { lineRoutes } from './settlements/lines/routes.ts'
import { offsetRoutes } from './settlements/offsets/routes.ts'
import { runRoutes } from './settlements/run/routes.ts'
import { ruleRoutes } from './settlements/deductions/routes.ts'
import { openPackets } from './packets/open-packets.ts'
import { packetRoutes } from './packets/routes.ts'
import { paymentRoutes } from './payments/routes.ts'
import { receiptRoutes } from './receipts/routes.ts'
import { portalRoutes } from './portal/routes.ts'
import { mailRoutes } from './mail/routes.ts'
import { setMailServer } from './mail/mail-server.ts'
import { invoiceRoutes } from './invoices/routes.ts'
import { questionRoutes } from './questions/routes.ts'
import { receivableRoutes } from './receivables/routes.ts'
import { sampleRoutes } from './sample/routes.ts'
import { searchRoutes } from './search/routes.ts'
import { settlementRoutes } from './settlements/settlement/routes.ts'
import { statementListRoutes } from './settlements/settlement/statements.ts'
import { previewRoutes } from './settlements/settlement/preview-routes.ts'
import { yearRoutes } from './settlements/year/routes.ts'
import { rejectOnFullDisk } from './storage/disk-full.ts'
import { addQuota } from './storage/quota.ts'
import { storageRoutes } from './storage/routes.ts'
import { statementRoutes } from './statements/routes.ts'
import { statementMailRoutes } from './statements/mails/routes.ts'
import { runZipRoute } from './statements/run-zip.ts'
import { selectedStatementRoutes } from './statements/selected-routes.ts'
import { yearZipRoute } from './statements/year-zip.ts'
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
  addAuth(app, database)
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

  await addRoutes(app, database, quota)
  storageRoutes(app, database, quota)
  checkAccess()
  return app
}

async function addRoutes(
  app: FastifyInstance,
  database: Database,
  quota: number | undefined,
): Promise<void> {
  const printer = openPrinter()
  const print = queuePrinter(printer)
  app.addHook('onClose', () => printer.close())
  const documents = openDocumentStore(database, quota)
  app.addHook('onClose', () => documents.close())

  apiDocsRoutes(app)
  healthRoutes(app, database)
  accountRoutes(app, database)
  secondStepRoutes(app, database)
  twoStepRoutes(app, database)
  sessionRoutes(app, database)
  deletionRoutes(app, database)
  teamRoutes(app, database)
  viewAsRoutes(app, database)
  languageRoutes(app, database)
  membershipRoutes(app, database)
  invitationRoutes(app, database)
  entityRoutes(app, database)
  settlementRoutes(app, database)
  statementListRoutes(app, database)
  previewRoutes(app, database)
  statementRoutes(app, database, print)
  statementMailRoutes(app, database, print)
  approvalRoutes(app, database)
  comparisonRoutes(app, database)
  settleAgainRoutes(app, database)
  overviewRoutes(app, database)
  yearRoutes(app, database)
  lineRoutes(app, database)
  offsetRoutes(app, database)
  runRoutes(app, database)
  runZipRoute(app, database, print)
  yearZipRoute(app, database, print)
  selectedStatementRoutes(app, database, print)
  ruleRoutes(app, database)
  balanceRoutes(app, database)
  balanceEntryRoutes(app, database)
  adjustmentRoutes(app, database)
  previousPayeeRoutes(app, database)
  paymentRoutes(app, database)
  invoiceRoutes(app, database, print)
  receivableRoutes(app, database, print)
  const packets = openPackets(app, database, print)
  packetRoutes(app, packets)
  factoringRoutes(app, database, { print, maker: packets })
  receiptRoutes(app, database)
  questionRoutes(app, database)
  // A separate queue: the office does not wait for the prints of truck owners.
  await portalRoutes(app, documents, queuePrinter(printer))
  chargeRoutes(app, database)
  commentRoutes(app, database)
  requiredPapersRoutes(app, database)
  bookRoutes(app, database)
  brokerCheckRoutes(app, database)
  await documentRoutes(app, documents)
  await checkDocumentRoutes(app, documents)
  await releaseLetterRoutes(app, documents)
  confirmationRoutes(app, database)
  taughtLayoutRoutes(app, database)
  uploadLinkRoutes(app, database)
  await linkUploadRoutes(app, documents)
  mailRoutes(app, database)
  settingsRoutes(app, database)
  await logoRoutes(app, database, print)
  dashboardRoutes(app, database)
  searchRoutes(app, database)
  auditRoutes(app, database)
  sampleRoutes(app, database)
  await transferRoutes(app, database, print)
  zipCodeRoutes(app)
  await webRoutes(app, path.join(import.meta.dirname, '../../dist/web'))
}
