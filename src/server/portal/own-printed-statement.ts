/** One statement as its payee sees it: the printed text, from the frozen snapshot (SPEC C78). */
import type { Language } from '#core/languages.ts'
import type { OwnPrintedStatement } from '#core/portal/responses.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import type { Database } from '#server/database/open.ts'
import { readQuestionsOfStatement } from '#server/questions/store.ts'
import { readCompany } from '#server/settings/company.ts'
import { readStatementData } from '#server/settlements/approval/statement-data.ts'
import { readOwnStatement } from '#server/settlements/portal/own-statements.ts'
import { buildPrintedStatement } from '#server/statements/build-printed-statement.ts'
import type { PortalMember } from './portal-member.ts'

/** Throws 404, also for another payee's statement and for a draft. */
export async function readOwnPrintedStatement(
  database: Database,
  { userId, payee, personId }: PortalMember,
  id: number,
  language: Language,
): Promise<OwnPrintedStatement> {
  const settlement = await readOwnStatement(database, userId, payee, id)
  const [{ data, printed }, questions] = await Promise.all([
    readPrinted(database, userId, settlement, language),
    readQuestionsOfStatement(database, userId, { payee, personId }, id),
  ])
  const { number, status, settlementDate, grossPay: gross, netPayment: net, paidOn } = settlement
  const { truckId: truck } = data.truck
  return {
    id,
    number: number ?? 0,
    status: status as OwnPrintedStatement['status'],
    settlementDate,
    truck,
    gross,
    net,
    paidOn,
    printed,
    questions,
  }
}

/** `settlement` must be frozen. `data`: what the printed statement is built from. */
export async function readPrinted(
  database: Database,
  userId: string,
  settlement: Settlement,
  language: Language,
) {
  const company = await readCompany(database, userId)
  const data = await readStatementData(database, userId, settlement, company)
  return { data, printed: buildPrintedStatement(data, language) }
}
