/** Facts about brokers for money received. */
import { sql } from 'kysely'
import type { Amount } from '#core/money.ts'
import type { Database, Work } from '#server/database/open.ts'

export async function readBrokerName(
  database: Database | Work,
  userId: string,
  id: number,
): Promise<string> {
  const { rows } = await sql<{ name: string }>`select company_name as name from brokers
    where user_id = ${userId} and id = ${id}`.execute(database)
  return rows[0]?.name ?? ''
}

export type QuickPayTerms = { quickPayPercent: Amount | null; quickPayWithin: number | null }

/** Reads the quick-pay terms of a broker. `days`: days after the invoice date. */
export async function readQuickPay(
  database: Database | Work,
  userId: string,
  id: number,
): Promise<QuickPayTerms> {
  const { rows } = await sql<QuickPayTerms>`select quick_pay_percent, quick_pay_within
    from brokers where user_id = ${userId} and id = ${id}`.execute(database)
  return rows[0] ?? { quickPayPercent: null, quickPayWithin: null }
}
