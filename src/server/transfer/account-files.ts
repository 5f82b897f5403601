/** Everything that an account holds, as files that other programs read (SPEC B53). */
import type { Table } from '#core/entities/table.ts'
import { companyFields, type Company, type UnsavedCompany } from '#core/settings/company.ts'
import { everyTable, type TableName } from '#core/tables.ts'
import { BYTE_ORDER_MARK, csvColumns, headingLine, recordLine } from '#core/transfer/csv.ts'
import { teamFiles } from '#server/accounts/team/team-files.ts'
import { exportedAuditLog } from '#server/audit/listing.ts'
import type { Work } from '#server/database/open.ts'
import { camelCase } from '#server/database/values.ts'
import { chargeListing } from '#server/charges/csv-listings.ts'
import { documentFiles, measureDocuments } from '#server/documents/document-files.ts'
import { exportedPayments } from '#server/payments/list.ts'
import { exportedReceipts } from '#server/receipts/list.ts'
import { exportedSettlements, lineListing } from '#server/settlements/csv-listings.ts'
import { exportedEntities, viewListing } from '#server/entities/csv-listings.ts'
import { countInvoices, invoiceFiles } from '#server/invoices/print/invoice-files.ts'
import { readCompany } from '#server/settings/company.ts'
import { logoFiles } from '#server/settings/logo-store.ts'
import { countSchedules, scheduleFiles } from '#server/factoring/schedule-files.ts'
import {
  countSettlements,
  streamSettlements,
} from '#server/settlements/settlement/read-settlements.ts'
import { makeStatement } from '#server/statements/file.ts'
import type { PrintFor } from '#server/statements/printer/queue.ts'
import { csvText, EVERY_RECORD, type CsvListing } from '#server/streaming/csv-text.ts'
import type { ArchivedFile, ZipSize } from '#server/streaming/zip.ts'

/** Tables whose file needs more than their declaration. */
const LISTINGS: Partial<Record<TableName, CsvListing>> = {
  load_charges: chargeListing,
  billing: exportedSettlements,
  expenses: lineListing,
  payouts: exportedPayments,
  receipts: exportedReceipts,
}

/** In the order of the ZIP. A table or column of an account that no file contains fails a test. */
export const accountListings: CsvListing[] = [
  ...exportedEntities,
  ...everyTable.flatMap(([name, table]) => LISTINGS[name] ?? toListing(name, table) ?? []),
  viewListing,
  exportedAuditLog,
]

function toListing(name: TableName, { fields, csv }: Table): CsvListing | undefined {
  const listed = { name: camelCase(name), fields, columns: [] }
  return csv && { file: csv.file, listed, columns: csv.columns ?? csvColumns(fields) }
}

/** A long statement, invoice or schedule has about that size. */
const STATEMENT_BYTES = 50_000

/** The estimated size of the account's ZIP. */
export async function measureAccount(work: Work, userId: string): Promise<ZipSize> {
  const documents = await measureDocuments(work, userId)
  const printed =
    (await countSettlements(work, userId)) +
    (await countInvoices(work, userId)) +
    (await countSchedules(work, userId))
  return { bytes: documents.bytes + printed * STATEMENT_BYTES, files: documents.files + printed }
}

/** The lists as CSV, the settings, the team, the logos, the documents, and the PDF of each statement, invoice and schedule. */
export async function* accountFiles(
  print: PrintFor,
  work: Work,
  userId: string,
): AsyncGenerator<ArchivedFile> {
  for (const listing of accountListings) {
    yield { name: `${listing.file}.csv`, content: csvText(work, userId, listing, EVERY_RECORD) }
  }
  const company = await readCompany(work, userId)
  yield { name: 'company.csv', content: [companyText(company)] }
  yield* teamFiles(work, userId)
  yield* logoFiles(work, userId)
  yield* documentFiles(work, userId)

  const names = new Set<string>()
  for await (const settlement of streamSettlements(work, userId)) {
    const { name, pdf } = await makeStatement(print, work, userId, settlement, company)
    // Trucks "T/1" and "T-1" have the same safe name.
    const uniqueName = names.has(name) ? `${settlement.id}-${name}` : name
    names.add(uniqueName)
    yield { name: `statements/${uniqueName}`, content: [pdf] }
  }
  yield* invoiceFiles(print, work, userId)
  yield* scheduleFiles(print, work, userId)
}

function companyText(company: Company | UnsavedCompany): string {
  const columns = csvColumns(companyFields)
  return BYTE_ORDER_MARK + headingLine(columns) + recordLine(columns, { ...company, labels: {} })
}
