/** Everything that an account holds, as files that other programs read (SPEC B53). */
import { companyFields, type Company, type UnsavedCompany } from '#core/settings/company.ts'
import { BYTE_ORDER_MARK, csvColumns, headingLine, recordLine } from '#core/transfer/csv.ts'
import { teamFiles } from '#server/accounts/team/team-files.ts'
import { exportedAuditLog } from '#server/audit/listing.ts'
import { booksListings } from '#server/books/csv-listings.ts'
import { brokerCheckListing, brokerFileListing } from '#server/broker-checks/csv-listings.ts'
import type { Work } from '#server/database/open.ts'
import { taughtLayoutListing } from '#server/confirmations/csv-listings.ts'
import { chargeListing } from '#server/charges/csv-listings.ts'
import { commentListing } from '#server/comments/csv-listings.ts'
import { documentListing, uploadLinkListing } from '#server/documents/csv-listings.ts'
import { documentFiles, measureDocuments } from '#server/documents/document-files.ts'
import { exportedEntities, viewListing } from '#server/entities/csv-listings.ts'
import { mailListings } from '#server/mail/csv-listings.ts'
import { invoiceListings } from '#server/invoices/csv-listings.ts'
import { countInvoices, invoiceFiles } from '#server/invoices/print/invoice-files.ts'
import { readCompany } from '#server/settings/company.ts'
import { logoFiles } from '#server/settings/logo-store.ts'
import { exportedPayments, furtherPaymentListings } from '#server/payments/csv-listings.ts'
import { exportedReceipts, furtherReceiptListings } from '#server/receipts/csv-listings.ts'
import { exportedSettlements, furtherSettlementListings } from '#server/settlements/csv-listings.ts'
import { receivableListings } from '#server/receivables/csv-listings.ts'
import { packetListings } from '#server/packets/csv-listings.ts'
import { factoringListings } from '#server/factoring/csv-listings.ts'
import { countSchedules, scheduleFiles } from '#server/factoring/schedule-files.ts'
import { requiredPapersListing } from '#server/required-papers/csv-listings.ts'
import { questionListing } from '#server/questions/csv-listings.ts'
import {
  countSettlements,
  streamSettlements,
} from '#server/settlements/settlement/read-settlements.ts'
import { makeStatement } from '#server/statements/file.ts'
import type { PrintFor } from '#server/statements/printer/queue.ts'
import { csvText, EVERY_RECORD, type CsvListing } from '#server/streaming/csv-text.ts'
import type { ArchivedFile, ZipSize } from '#server/streaming/zip.ts'

/** In the order of the ZIP. A table or column of an account that no file contains fails a test. */
export const accountListings: CsvListing[] = [
  ...exportedEntities,
  chargeListing,
  exportedSettlements,
  ...furtherSettlementListings,
  exportedPayments,
  ...furtherPaymentListings,
  ...invoiceListings,
  ...receivableListings,
  exportedReceipts,
  ...furtherReceiptListings,
  questionListing,
  commentListing,
  requiredPapersListing,
  ...booksListings,
  ...factoringListings,
  brokerFileListing,
  brokerCheckListing,
  ...packetListings,
  documentListing,
  uploadLinkListing,
  taughtLayoutListing,
  ...mailListings,
  viewListing,
  exportedAuditLog,
]

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
