/** Finds statements, payments and receipts of one account by their number or amount (SPEC C461). */
import { sql, type RawBuilder } from 'kysely'
import { formatDay, type Day } from '#core/calendar.ts'
import { formatMoney, toCents } from '#core/money.ts'
import { MAX_FOUND, type FoundPaper, type Wanted } from '#core/search/search.ts'
import type { Member } from '#core/team/member.ts'
import type { Database } from '#server/database/open.ts'

type Row = { id: number; number: string; who: string | null; amount: string; day: Day }
type Finder = {
  entity: 'statements' | 'payments' | 'receipts'
  permission: 'settlements' | 'invoices'
  /** "Statement", before the number. */
  singular: string
  select: (userId: string, wanted: Wanted) => RawBuilder<Row> | null
}

const most = sql.lit(MAX_FOUND)

const FINDERS: Finder[] = [
  {
    entity: 'statements',
    permission: 'settlements',
    singular: 'Statement',
    select: (userId, { text, amount }) => {
      if (amount === null && !/^\d{1,9}$/.test(text)) return null
      const condition =
        amount === null
          ? sql`billing.number = ${Number(text)}`
          : sql`billing.number is not null and billing.net_payment = ${amount}::numeric`
      return sql<Row>`select billing.id, billing.number::text as number, kept.payee as who,
          billing.net_payment as amount, billing.settlement_date as day
        from billing left join statement_snapshots as kept
          on kept.user_id = ${userId} and kept.billing_id = billing.id
        where billing.user_id = ${userId} and ${condition} order by billing.id desc limit ${most}`
    },
  },
  {
    entity: 'payments',
    permission: 'settlements',
    singular: 'Payment',
    select: (
      userId,
      wanted,
    ) => sql<Row>`select id, coalesce(reference, '') as number, payee_name as who, amount, paid_on as day
      from payouts where user_id = ${userId} and ${byReference(wanted)} order by id desc limit ${most}`,
  },
  {
    entity: 'receipts',
    permission: 'invoices',
    singular: 'Received',
    select: (
      userId,
      wanted,
    ) => sql<Row>`select receipt.id, coalesce(receipt.reference, '') as number,
        broker.company_name as who, receipt.amount, receipt.received_on as day
      from (select id, broker_id, reference, amount, received_on from receipts
          where user_id = ${userId} and ${byReference(wanted)} order by id desc limit ${most}) as receipt
        join brokers as broker on broker.user_id = ${userId} and broker.id = receipt.broker_id
      order by receipt.id desc`,
  },
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

/** A check number is read out whole, so only whole numbers are found: an index has them. */
function byReference({ text, amount }: Wanted): RawBuilder<boolean> {
  return amount === null
    ? sql<boolean>`lower(reference) = lower(${text})`
    : sql<boolean>`amount = ${amount}::numeric`
}
