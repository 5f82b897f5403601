/** Exports and imports: lists as CSV files, CSV files as records, a whole account as a ZIP (SPEC B50–B53). */
import type { FastifyInstance } from 'fastify'
import { everyEntity } from '#core/entities/entities.ts'
import { exportedAuditLog } from '#server/audit/listing.ts'
import type { Database } from '#server/database/open.ts'
import { exportedEntities } from '#server/entities/csv-listings.ts'
import { exportedImports, exportedPurchases } from '#server/cards/purchases/list.ts'
import { exportedInvoices } from '#server/invoices/list.ts'
import { exportedPayments } from '#server/payments/list.ts'
import { exportedReceipts } from '#server/receipts/list.ts'
import { routesOf } from '#server/routes.ts'
import type { Services } from '#server/services.ts'
import { exportedSettlements, exportedStatements } from '#server/settlements/csv-listings.ts'
import type { PrintFor } from '#server/statements/printer/queue.ts'
import { attachment } from '#server/streaming/attachment.ts'
import { exportRoutes } from '#server/streaming/export-routes.ts'
import { streamSnapshot } from '#server/streaming/snapshot.ts'
import { createZip } from '#server/streaming/zip.ts'
import { accountFiles, measureAccount } from './account-files.ts'
import { importRoutes } from './import-routes.ts'

/** The lists besides those of rows (`rowRoutes`). */
const exportedLists = [
  ...exportedEntities,
  exportedSettlements,
  exportedStatements,
  exportedInvoices,
  exportedPayments,
  exportedReceipts,
  exportedAuditLog,
  exportedPurchases,
  exportedImports,
]

export async function transferRoutes(
  app: FastifyInstance,
  { database, print }: Services,
): Promise<void> {
  for (const exported of exportedLists) exportRoutes(app, database, exported)
  accountRoute(app, database, print)
  await importRoutes(app, database, everyEntity)
}

/** The whole account as one ZIP (SPEC B53). */
function accountRoute(app: FastifyInstance, database: Database, print: PrintFor): void {
  routesOf(app, 'Account').get(
    '/api/account/export.zip',
    {
      access: 'admin',
      config: { audited: { action: 'exported', subject: 'account' } },
      options: { exposeHeadRoute: false },
    },
    async ({ account, reply }) => {
      const stream = await streamSnapshot(database, account, async function* (work) {
        const size = await measureAccount(work, account)
        yield* createZip(accountFiles(print, work, account), size)
      })
      return reply.headers(attachment('haulbook', 'zip')).send(stream)
    },
  )
}
