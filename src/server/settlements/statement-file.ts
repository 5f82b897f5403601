/** A settlement's statement as a PDF file. */
import type { Company, UnsavedCompany } from '#core/company.ts'
import type { Settlement } from '#core/settlement.ts'
import type { Database, Work } from '#server/database/open.ts'
import { statementDataOf } from './statement-data.ts'
import { statementPdf } from './statement-pdf.ts'
import { statementOf } from './statement.ts'

export async function statementFile(
  database: Database | Work,
  userId: string,
  settlement: Settlement,
  company: Company | UnsavedCompany,
): Promise<{ name: string; pdf: Buffer }> {
  const data = await statementDataOf(database, userId, settlement, company)
  const name = fileName(data.truck.truckId, settlement.settlementDate)
  return { name, pdf: await statementPdf(statementOf(data)) }
}

/** A name any system takes, whatever the truck is called: "statement-truck-12-2026-11-20.pdf". */
function fileName(truckNumber: string, settlementDate: string): string {
  const truck = truckNumber.replaceAll(/[^A-Za-z0-9]+/g, '-').slice(0, 40)
  return `statement-truck-${truck}-${settlementDate}.pdf`
}
