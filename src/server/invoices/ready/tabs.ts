/** The counts and totals of the tabs of invoices (SPEC C173). */
import { sql } from 'kysely'
import type { Ready } from '#core/invoices/responses.ts'
import type { Amount } from '#core/money.ts'
import type { Database } from '#server/database/open.ts'
import { mayBeOpen, needsAttention, openOn } from '#server/invoices/rows.ts'
import { serverDay } from '#server/today.ts'
import { selectConcerned } from './tab-conditions.ts'

type Tabs = Pick<Ready['tabs'], 'drafts' | 'sent' | 'attention'>
type Row = { count: number; total: Amount }

export async function readTabs(database: Database, userId: string): Promise<Tabs> {
  const read = async (query: ReturnType<typeof sql<Row>>): Promise<Row> =>
    (await query.execute(database)).rows[0] ?? { count: 0, total: '0.00' }
  const today = serverDay()
  const open = openOn(userId, today)
  const [drafts, sent, attention] = await Promise.all([
    read(sql<Row>`select count(*) as count,
        coalesce(sum(find_draft_total(${userId}::uuid, id)), 0)::numeric(20, 2) as total
      from invoices where user_id = ${userId} and state = 'draft'`),
    read(sql<Row>`select count(*) as count, coalesce(sum(${open}), 0)::numeric(20, 2) as total
      from invoices as invoice where invoice.user_id = ${userId} and ${mayBeOpen(today)} and ${open} > 0
        and not ${needsAttention(userId, today)}`),
    read(sql<Row>`select count(*) as count, coalesce(sum(${open}), 0)::numeric(20, 2) as total
      from invoices as invoice join (${selectConcerned(userId)}) as concerned on concerned.id = invoice.id
      where invoice.user_id = ${userId} and ${needsAttention(userId, today)}`),
  ])
  return { drafts, sent, attention }
}
