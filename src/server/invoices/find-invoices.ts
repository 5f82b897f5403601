/** Finds one account's invoices by number or amount (SPEC B40, C461). */
import { sql } from 'kysely'
import { formatMoney, toCents } from '#core/money.ts'
import { MAX_FOUND, type FoundPaper, type Wanted } from '#core/search/search.ts'
import type { Member } from '#core/team/member.ts'
import type { Database } from '#server/database/open.ts'
import { escapeLike, lowercase } from '#server/lists/query/search-text.ts'
import { invoicesOf } from './sql.ts'

type FoundInvoices = { exact: FoundPaper[]; others: FoundPaper[] }
type Row = {
  id: number
  number: string
  kind: string
  brokerName: string
  total: string
  state: string
  isExact: boolean
}

/** The invoice with the number, then numbers that begin with the text, then totals, newest first. Drafts have no number. */
export async function findInvoices(
  database: Database,
  { accountId: userId, permissions }: Member,
  { text, amount }: Wanted,
): Promise<FoundInvoices> {
  if (text === '' || !permissions.has('invoices')) return { exact: [], others: [] }
  const number = lowercase(sql.ref('invoice.number'))
  const begins = sql`${number} like lower(${`${escapeLike(text)}%`})`
  const { rows } = await sql<Row>`
    select found.id, found.number, found.kind, found.total, found.state, found.is_exact, broker.company_name as broker_name
    from (select id, number, kind, total, state, broker_id, ${number} = lower(${text}) as is_exact
        from ${invoicesOf(userId)} as invoice
        where ${amount === null ? begins : sql`number is not null and abs(total) = ${amount}::numeric`}
        order by is_exact desc, id desc limit ${sql.lit(MAX_FOUND)}) as found
      join brokers as broker on broker.user_id = ${userId} and broker.id = found.broker_id
    order by found.is_exact desc, found.id desc`.execute(database)
  const list = (isExact: boolean) =>
    rows.filter((row) => row.isExact === isExact).map((row) => describeInvoice(row))
  return { exact: list(true), others: list(false) }
}

function describeInvoice({ id, number, kind, brokerName, total, state }: Row): FoundPaper {
  const name = `${kind === 'invoice' ? 'Invoice' : 'Credit Note'} ${number}`
  const isVoid = state === 'void'
  const detail = `${isVoid ? 'void · ' : ''}${brokerName} · ${formatMoney(toCents(total))}`
  return { entity: 'invoices', record: { id, name, number, detail } }
}
