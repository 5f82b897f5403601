/** A settlement's statement as a PDF file. */
import type { Company, UnsavedCompany } from '#core/settings/company.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import type { Database, Work } from '#server/database/open.ts'
import { readStatementData } from '#server/settlements/approval/snapshot.ts'
import { buildStatement } from './build-statement.ts'
import { readLogo } from './logo.ts'
import type { PrintFor } from './printer/queue.ts'

/** `company` heads a draft; a frozen statement has its own. The file name is safe in an HTTP header. */
export type MakeStatement = (
  database: Database | Work,
  userId: string,
  settlement: Settlement,
  company: Company | UnsavedCompany,
) => Promise<{ name: string; pdf: Uint8Array }>

/** Makes statements with `print`, and throws what it throws. */
export function createStatementMaker(print: PrintFor): MakeStatement {
  return async (database, userId, settlement, company) => {
    const data = await readStatementData(database, userId, settlement, company)
    const logo = await readLogo(database, userId, data.company.logoUrl)
    const name = buildFileName(data.truck.truckId, settlement.settlementDate)
    return { name, pdf: await print(userId, buildStatement(data, logo)) }
  }
}

/** "statement-truck-12-2026-11-20.pdf", for any truck number. */
function buildFileName(truckNumber: string, settlementDate: string): string {
  const truck = truckNumber.replaceAll(/[^A-Za-z0-9]+/g, '-').slice(0, 40)
  return `statement-truck-${truck}-${settlementDate}.pdf`
}
