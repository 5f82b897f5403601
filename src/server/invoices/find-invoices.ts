/** Finds one account's invoices by number (SPEC B40). */
import { sql } from 'kysely'
import { MAX_FOUND, type Found } from '#core/search/search.ts'
import type { Member } from '#core/team/member.ts'
import type { Database } from '#server/database/open.ts'
import { escapeLike, lowercase } from '#server/lists/query/search-text.ts'
import { invoicesOf } from './sql.ts'

type FoundInvoices = { exact: Found[]; others: Found[] }
type Row = { isExact: boolean; record: Found['record'] }

/** The invoice with the number, then numbers that begin with the text, newest first. Drafts have no number. */
export async function findInvoices(
  database: Database,
  { accountId: userId, permissions }: Member,
  typed: string,
): Promise<FoundInvoices> {
  if (typed === '' || !permissions.has('invoices')) return { exact: [], others: [] }
  const number = lowercase(sql.ref('invoice.number'))
  const { rows } = await sql<Row>`
    select found.is_exact, json_build_object('id', found.id, 'number', found.number, 'kind', found.kind,
      'brokerName', broker.company_name) as record
    from (select id, number, kind, broker_id, ${number} = lower(${typed}) as is_exact
        from ${invoicesOf(userId)} as invoice where ${number} like lower(${`${escapeLike(typed)}%`})
        order by is_exact desc, id desc limit ${sql.lit(MAX_FOUND)}) as found
      join brokers as broker on broker.user_id = ${userId} and broker.id = found.broker_id
    order by found.is_exact desc, found.id desc`.execute(database)
  const list = (isExact: boolean) =>
    rows
      .filter((row) => row.isExact === isExact)
      .map(({ record }): Found => ({ entity: 'invoices', record }))
  return { exact: list(true), others: list(false) }
}
