/** The list of invoices, newest first (SPEC B20, C167). */
import { sql } from 'kysely'
import { getEntity } from '#core/entities/entities.ts'
import { optionalText } from '#core/fields/text.ts'
import { invoiceFields, invoicesList } from '#core/invoices/invoices.ts'
import { isSingleCharacter } from '#core/search/search.ts'
import { csvColumns } from '#core/transfer/csv.ts'
import { defineColumnKinds } from '#server/lists/query/list-query.ts'
import { containsText, escapeLike, lowercase, toPattern } from '#server/lists/query/search-text.ts'
import type { Listed, SearchedQuery, Sql } from '#server/lists/types.ts'
import type { ExportedListing } from '#server/streaming/csv-text.ts'
import { isInTabs } from './ready/tab-conditions.ts'
import { invoiceRows } from './rows.ts'

/** The carrier's and the broker's numbers of the invoice's loads. A search finds them, a file has them. */
const numbers = {
  loadNumbers: optionalText('Load #'),
  brokerLoadNumbers: optionalText('Broker Load #'),
}

/** The fields of the list, and the stored state, which requests can also filter by. */
const fields = { ...invoicesList.fields, state: invoiceFields.state }

export const invoiceColumns = defineColumnKinds(fields, {
  hasDrift: 'choice',
  sentOn: 'day',
  creditsId: 'number',
})

export const invoiceListing: Listed = {
  name: 'invoices',
  fields: { ...fields, ...numbers },
  columns: ['number', 'brokerId', 'loadNumbers'],
  rows: (userId) => invoiceRows(userId),
  filters: { tab: isInTabs },
  search: matchesSearch,
}

/**
 * Matches the invoice's number, its broker, or a number of its loads. It searches the loads themselves, because they have an
 * index for searches and `loadNumbers` has none.
 */
function matchesSearch(userId: string, { search, linked }: SearchedQuery): Sql {
  const number = sql.ref('record.number')
  const brokers = Object.entries(linked).map(
    ([name, ids]) => sql`${sql.ref(`record.${name}`)} = any(${ids})`,
  )
  const own = isSingleCharacter(search)
    ? [sql`${lowercase(number)} like lower(${`${escapeLike(search)}%`})`]
    : [
        sql`lower(${number} collate "default") like lower(${toPattern(search)})`,
        sql`record.id in (${selectInvoicesOfLoads(userId, search)})`,
      ]
  return sql`(${sql.join([...own, ...brokers], sql` or `)})`
}

function selectInvoicesOfLoads(userId: string, search: string): Sql {
  const numbers = sql`lower(concat_ws(' ', record.load_id, record.broker_load_number) collate "default")`
  const conditions = [
    ...containsText(getEntity('loads'), search),
    sql`${numbers} like lower(${toPattern(search)})`,
  ]
  return sql`select billed.invoice_id from loads as record
      join invoice_loads as billed on billed.user_id = ${userId} and billed.load_id = record.id
    where record.user_id = ${userId} and ${sql.join(conditions, sql` and `)}`
}

const { tab: _tab, sending: _sending, ...exportedFields } = invoicesList.fields

export const exportedInvoices: ExportedListing = {
  name: 'invoices',
  file: 'invoices',
  title: 'Invoices',
  access: 'invoices',
  listed: invoiceListing,
  columns: csvColumns({ ...exportedFields, ...numbers }),
  kinds: invoiceColumns,
}
