/** SQL fragments about invoices that other features may include, so that only this feature names its tables. */
import { sql } from 'kysely'
import type { Sql } from '#server/lists/types.ts'

/** The account's invoices as a table expression: `from ${invoicesOf(userId)} as invoice`. */
export function invoicesOf(userId: string): Sql {
  return sql`(select id, kind, state, number, broker_id, invoice_date, terms_days, due_on, total, open_amount, factor_id,
    credits_id, rebills_id, supplements_id, note, voided_on, version from invoices where user_id = ${userId})`
}

/** The loads of the account's invoices: invoice_id, load_id, standing, supplement. */
export function invoiceLoadsOf(userId: string): Sql {
  return sql`(select invoice_id, load_id, standing, supplement from invoice_loads where user_id = ${userId})`
}
