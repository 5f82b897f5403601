/** Exports and imports: lists as CSV files, CSV files as records, a whole account as a ZIP (SPEC B50–B53). */
import type { FastifyInstance } from 'fastify'
import { everyEntity } from '#core/entities/entities.ts'
import { exportedAuditLog } from '#server/audit/listing.ts'
import type { Database } from '#server/database/open.ts'
import { exportedEntities } from '#server/entities/csv-listings.ts'
import { exportedInvoices } from '#server/invoices/list.ts'
import { exportedPayments } from '#server/payments/csv-listings.ts'
import { exportedReceipts } from '#server/receipts/csv-listings.ts'
import { exportedSettlements, exportedStatements } from '#server/settlements/csv-listings.ts'
import type { PrintFor } from '#server/statements/printer/queue.ts'
import { accountRoute } from './account-route.ts'
import { exportRoute } from './export-routes.ts'
import { importRoutes } from './import-routes.ts'

export async function transferRoutes(
  app: FastifyInstance,
  database: Database,
  print: PrintFor,
): Promise<void> {
  for (const exported of [
    ...exportedEntities,
    exportedSettlements,
    exportedStatements,
    exportedInvoices,
    exportedPayments,
    exportedReceipts,
    exportedAuditLog,
  ]) {
    exportRoute(app, database, exported)
  }
  accountRoute(app, database, print)
  await importRoutes(app, database, everyEntity)
}
