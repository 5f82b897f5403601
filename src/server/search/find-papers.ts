/** Finds statements, payments and receipts of one account by their number or amount (SPEC C461). */
import type { RawBuilder } from 'kysely'
import { formatDay } from '#core/calendar.ts'
import { formatMoney, toCents } from '#core/money.ts'
import type { FoundPaper, FoundRow, Wanted } from '#core/search/search.ts'
import type { Member } from '#core/team/member.ts'
import type { Database } from '#server/database/open.ts'
import { selectPayments } from '#server/payments/find-payments.ts'
import { selectReceipts } from '#server/receipts/find-receipts.ts'
import { selectStatements } from '#server/settlements/find-statements.ts'

type Finder = {
  entity: 'statements' | 'payments' | 'receipts'
  permission: 'settlements' | 'invoices'
  /** "Statement", before the number. */
  singular: string
  select: (userId: string, wanted: Wanted) => RawBuilder<FoundRow> | null
}

const FINDERS: Finder[] = [
  {
    entity: 'statements',
    permission: 'settlements',
    singular: 'Statement',
    select: selectStatements,
  },
  { entity: 'payments', permission: 'settlements', singular: 'Payment', select: selectPayments },
  { entity: 'receipts', permission: 'invoices', singular: 'Received', select: selectReceipts },
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
  ).map(async ({ entity, singular, select }) => {
    const rows = (await select(accountId, wanted)?.execute(database))?.rows ?? []
    return rows.map(({ id, number, who, amount, day }): FoundPaper => {
      const name = `${singular} ${number || formatDay(day)}`
      const detail = [who, formatMoney(toCents(amount)), formatDay(day)].filter(Boolean).join(' · ')
      return { entity, record: { id, name, number, detail } }
    })
  })
  return (await Promise.all(found)).flat()
}
