/** Settlements' statements as PDF files. */
import type { Language } from '#core/languages.ts'
import type { Company, UnsavedCompany } from '#core/settings/company.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import type { Database, Work } from '#server/database/open.ts'
import { readLogo } from '#server/settings/logo-store.ts'
import { readStatementData } from '#server/settlements/approval/statement-data.ts'
import type { ArchivedFile } from '#server/streaming/zip.ts'
import { buildStatement } from './build-statement.ts'
import type { PrintFor } from './printer/queue.ts'
import type { Statement } from './statement.ts'

/** `language`: a translation. `taxId`: "hidden" for a reader who can't see the last four characters of tax IDs (SPEC C73). */
export type PrintChoice = { language?: Language; taxId?: 'hidden' }

export type StatementFile = { name: string; pdf: Uint8Array }

/**
 * `company` is printed on a draft; a frozen statement has its own. The name is safe in a header. Throws the errors of
 * `print`.
 */
export async function makeStatement(
  print: PrintFor,
  database: Database | Work,
  userId: string,
  settlement: Settlement,
  company: Company | UnsavedCompany,
  choice: PrintChoice = {},
): Promise<StatementFile> {
  const read = await readStatement(database, userId, settlement, company, choice)
  const { truck, statement } = read
  const name = buildFileName(truck, settlement.settlementDate, choice.language)
  return { name, pdf: await print(userId, statement) }
}

/** One PDF of several settlements, in their order. Throws the errors of `print`. */
export async function makeStatements(
  print: PrintFor,
  work: Work,
  userId: string,
  settlements: Settlement[],
  company: Company | UnsavedCompany,
): Promise<Uint8Array> {
  const statements: Statement[] = []
  for (const settlement of settlements)
    statements.push((await readStatement(work, userId, settlement, company)).statement)
  return print(userId, statements)
}

/** Files of a ZIP. Their names begin with the statement's number, or with "draft" and the settlement's id. */
export async function* printSettlements(
  print: PrintFor,
  work: Database | Work,
  userId: string,
  company: Company | UnsavedCompany,
  read: () => Promise<Settlement[]>,
  language: Language = 'en',
): AsyncGenerator<ArchivedFile> {
  for (const settlement of await read()) {
    const { name, pdf } = await makeStatement(
      ...([print, work, userId, settlement, company, { language }] as const),
    )
    const prefix = settlement.number ?? `draft-${settlement.id}`
    yield { name: `${prefix}-${name}`, content: [pdf] }
  }
}

async function readStatement(
  database: Database | Work,
  userId: string,
  settlement: Settlement,
  company: Company | UnsavedCompany,
  { language, taxId }: PrintChoice = {},
) {
  const stored = await readStatementData(database, userId, settlement, company)
  const payee = stored.payee && { ...stored.payee, taxIdEnding: null }
  const data = taxId === 'hidden' ? { ...stored, payee } : stored
  const logo = await readLogo(database, userId, data.company.logoUrl)
  return { truck: data.truck.truckId, statement: buildStatement(data, logo, language) }
}

/**
 * "statement-truck-12-2026-11-20.pdf", "liquidacion-camion-12-2026-11-20.pdf". Keeps only ASCII letters and digits of the
 * truck number.
 */
function buildFileName(
  truckNumber: string,
  settlementDate: string,
  language: Language = 'en',
): string {
  const truck = truckNumber.replaceAll(/[^A-Za-z0-9]+/g, '-').slice(0, 40)
  const title = language === 'es' ? 'liquidacion-camion' : 'statement-truck'
  return `${title}-${truck}-${settlementDate}.pdf`
}
