/** Finds statements, payments and receipts of one account by their number or amount (SPEC C461). */
import { formatDay } from '#core/calendar.ts'
import { formatMoney, toCents } from '#core/money.ts'
import type { FoundPaper, FoundRow, Wanted } from '#core/search/search.ts'
import type { Member } from '#core/team/member.ts'
import type { Database } from '#server/database/open.ts'
import { findPayments } from '#server/payments/find-payments.ts'
import { findReceipts } from '#server/receipts/find-receipts.ts'
import { findStatements } from '#server/settlements/find-statements.ts'

type Finder = {
  entity: 'statements' | 'payments' | 'receipts'
  permission: 'settlements' | 'invoices'
  /** "Statement", before the number. */
  singular: string
  find: (database: Database, userId: string, wanted: Wanted) => Promise<FoundRow[]>
}

const FINDERS: Finder[] = [
  {
    entity: 'statements',
    permission: 'settlements',
    singular: 'Statement',
    find: findStatements,
  },
  { entity: 'payments', permission: 'settlements', singular: 'Payment', find: findPayments },
  { entity: 'receipts', permission: 'invoices', singular: 'Received', find: findReceipts },
]

/** Newest first. Only of what the member may read. */
export async function findPapers(
  database: Database,
  { accountId, permissions }: Member,
  wanted: Wanted,
): Promise<FoundPaper[]> {
  if (wanted.text === '') return []
  const found = FINDERS.filter(
    ({ entity, permission }) =>
      permissions.has(permission) && (wanted.among?.includes(entity) ?? true),
  ).map(async ({ entity, singular, find }) => {
    const rows = await find(database, accountId, wanted)
    return rows.map(({ id, number, who, amount, day, state }): FoundPaper => {
      const name = `${singular} ${number || formatDay(day)}`
      const parts = [state, who, formatMoney(toCents(amount)), formatDay(day)]
      const detail = parts.filter(Boolean).join(' · ')
      return { entity, record: { id, name, number, detail } }
    })
  })
  return (await Promise.all(found)).flat()
}
