/** Exports and imports: lists as CSV files, CSV files as records, a whole account as a ZIP (SPEC B50–B53). */
import type { FastifyInstance } from 'fastify'
import { everyEntity } from '#core/entities/entities.ts'
import { exportedAuditLog } from '#server/audit/listing.ts'
import type { Database } from '#server/database/open.ts'
import { exportedEntities } from '#server/entities/csv-listings.ts'
import { cardAccountList, cardList } from '#server/cards/cards.ts'
import { exportedImports, exportedPurchases } from '#server/cards/purchases/list.ts'
import { leaseList } from '#server/fleet/leases.ts'
import { odometerList } from '#server/fleet/odometer.ts'
import { exportedInvoices } from '#server/invoices/list.ts'
import { listQuerySchema, readListQuery } from '#server/lists/query/list-query.ts'
import { exportedPayments } from '#server/payments/list.ts'
import { costList } from '#server/profit/costs.ts'
import { exportedReceipts } from '#server/receipts/list.ts'
import { routesOf } from '#server/routes.ts'
import type { Services } from '#server/services.ts'
import { exportedSettlements, exportedStatements } from '#server/settlements/csv-listings.ts'
import type { PrintFor } from '#server/statements/printer/queue.ts'
import { attachment } from '#server/streaming/attachment.ts'
import { csvText, type ExportedListing } from '#server/streaming/csv-text.ts'
import { SHEET_ENDINGS } from '#server/streaming/report-routes.ts'
import { streamSnapshot } from '#server/streaming/snapshot.ts'
import { writeWorkbook } from '#server/streaming/workbook.ts'
import { createZip } from '#server/streaming/zip.ts'
import { accountFiles, measureAccount } from './account-files.ts'
import { importRoutes } from './import-routes.ts'

const exportedLists = [
  ...exportedEntities,
  exportedSettlements,
  exportedStatements,
  exportedInvoices,
  exportedPayments,
  exportedReceipts,
  exportedAuditLog,
  odometerList,
  leaseList,
  cardAccountList,
  cardList,
  exportedPurchases,
  exportedImports,
  costList,
]

export async function transferRoutes(
  app: FastifyInstance,
  { database, print }: Services,
): Promise<void> {
  for (const exported of exportedLists) {
    for (const ending of SHEET_ENDINGS) exportRoute(app, database, exported, ending)
  }
  accountRoute(app, database, print)
  await importRoutes(app, database, everyEntity)
}

/** `GET /api/{name}/export.csv` and `.xlsx` take the query of `GET /api/{name}` and ignore its page limits (SPEC B50, C439). */
function exportRoute(
  app: FastifyInstance,
  database: Database,
  exported: ExportedListing,
  ending: (typeof SHEET_ENDINGS)[number],
): void {
  const { name, path, file, title, access } = exported

  routesOf(app, title).get(
    `/api/${path ?? name}/export.${ending}`,
    {
      access: [access, 'export'],
      query: listQuerySchema,
      config: { audited: { action: 'exported', subject: name } },
      options: { exposeHeadRoute: false },
    },
    async ({ member, account, query, reply }) => {
      const seen = exported.see?.(member)
      const wanted = readListQuery(seen?.kinds ?? exported.kinds, query)
      const write = ending === 'csv' ? csvText : writeWorkbook
      const stream = await streamSnapshot(database, account, (work) =>
        write(work, account, { ...exported, ...seen }, wanted),
      )
      return reply.headers(attachment(file, ending)).send(stream)
    },
  )
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
