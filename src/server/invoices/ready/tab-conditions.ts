/**
 * SQL conditions for the tabs of the invoice list. In an old account, where most invoices are closed, they read only a few
 * (SPEC C173).
 */
import { sql } from 'kysely'
import type { Sql } from '#server/lists/types.ts'
import { accountDay } from '#server/today.ts'

/** Conditions on `record` of `invoiceRows`, by tab. Each is true for the same rows as the column `tab`. */
const TABS = new Map<string | null, (userId: string) => Sql>([
  ['draft', () => sql`record.state = 'draft'`],
  ['sent', (userId) => sql`(record.id in (${selectOpen(userId)}) and record.tab = 'sent')`],
  [
    'attention',
    (userId) => sql`(record.id in (${selectConcerned(userId)}) and record.tab = 'attention')`,
  ],
  [
    'closed',
    (
      userId,
    ) => sql`(record.state <> 'draft' and record.open_amount = 0 and not (record.state = 'approved'
      and record.kind = 'invoice' and record.id in (${selectDrifted(userId)})))`,
  ],
])

/** A condition on `record`: its tab is one of these. */
export function isInTabs(userId: string, tabs: readonly (string | null)[]): Sql {
  const known = tabs.flatMap((tab) => TABS.get(tab)?.(userId) ?? [])
  return known.length ? sql`(${sql.join(known, sql` or `)})` : sql`false`
}

/** Ids of all invoices that are open, and of a few that are not. */
function selectOpen(userId: string): Sql {
  return sql`select id from invoices where user_id = ${userId} and open_amount > 0 union ${selectChanging(userId)}`
}

/** Invoices with an entry that counts from a later day. */
function selectChanging(userId: string): Sql {
  return sql`select id from invoices where user_id = ${userId} and last_entry_on > ${accountDay()}::date`
}

/** Ids of all invoices that need attention, and of a few that do not. */
export function selectConcerned(userId: string): Sql {
  return sql`select id from invoices where user_id = ${userId} and open_amount > 0 and due_on < ${accountDay()}::date
    union ${selectChanging(userId)}
    union select id from list_disputed_invoices(${userId}::uuid) as id
    union ${selectDrifted(userId)}`
}

/** Invoices with a load whose billed total has changed since. */
function selectDrifted(userId: string): Sql {
  return sql`select billed.invoice_id from invoice_drift as drift join invoice_loads as billed
    on billed.user_id = ${userId} and billed.load_id = drift.load_id and billed.standing
    where drift.user_id = ${userId}`
}
