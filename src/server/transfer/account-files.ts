/** Everything that an account holds, as files that other programs read (SPEC B53). */
import { sql } from 'kysely'
import { companyFields, type Company, type UnsavedCompany } from '#core/settings/company.ts'
import { BYTE_ORDER_MARK, csvColumns, headingLine, recordLine } from '#core/transfer/csv.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import type { Work } from '#server/database/open.ts'
import { selectMatching } from '#server/lists/query/select.ts'
import { lookUpSearch } from '#server/lists/query/search.ts'
import { furtherLists } from './account-lists.ts'
import { csvText, EVERY_RECORD, type CsvListing } from './csv-text.ts'
import { readBatches } from '#server/streaming/snapshot.ts'
import type { ArchivedFile } from '#server/streaming/zip.ts'

/** What other features know of an account's files. */
export type OtherFiles = {
  settlements: CsvListing
  audit: CsvListing
  readCompany: (work: Work, userId: string) => Promise<Company | UnsavedCompany>
  logoFiles: (work: Work, userId: string) => AsyncIterable<ArchivedFile>
  /** A settlement's statement, with a safe name. */
  makeStatement: (
    work: Work,
    userId: string,
    settlement: Settlement,
    company: Company | UnsavedCompany,
  ) => Promise<{ name: string; pdf: Uint8Array }>
}

/** The lists and the settlements as CSV, the company, and each settlement's statement. */
export async function* accountFiles(
  work: Work,
  userId: string,
  lists: readonly CsvListing[],
  { settlements, audit, readCompany, logoFiles, makeStatement }: OtherFiles,
): AsyncGenerator<ArchivedFile> {
  for (const list of [...lists, settlements, ...furtherLists, audit]) {
    yield { name: `${list.file}.csv`, content: csvText(work, userId, list, EVERY_RECORD) }
  }
  const company = await readCompany(work, userId)
  yield { name: 'company.csv', content: companyText(company) }
  yield* logoFiles(work, userId)

  const names = new Set<string>()
  for await (const settlement of everySettlement(work, userId, settlements)) {
    const { name, pdf } = await makeStatement(work, userId, settlement, company)
    // Trucks "T/1" and "T-1" have the same safe name.
    const own = names.has(name) ? `${settlement.id}-${name}` : name
    names.add(own)
    yield { name: `statements/${own}`, content: readPieces(pdf) }
  }
}

async function* everySettlement(
  work: Work,
  userId: string,
  { listed }: CsvListing,
): AsyncGenerator<Settlement> {
  const found = await lookUpSearch(work, listed, userId, EVERY_RECORD)
  const select = sql<Settlement>`${selectMatching(listed, userId, found)}`
  for await (const settlements of readBatches(work, select)) yield* settlements
}

async function* companyText(company: Company | UnsavedCompany): AsyncGenerator<string> {
  const columns = csvColumns(companyFields)
  yield BYTE_ORDER_MARK + headingLine(columns) + recordLine(columns, { ...company, labels: {} })
}

async function* readPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
