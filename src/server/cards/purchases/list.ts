/** The list of purchases, latest day first, with what each waits for, and the list of imported files (SPEC C565, C566). */
import { sql } from 'kysely'
import { cardImports } from '#core/cards/imports.ts'
import { cardPurchases } from '#core/cards/purchase-list.ts'
import { readTimeZone } from '#server/database/actor.ts'
import { defineColumnKinds } from '#server/lists/query/list-query.ts'
import type { Listed, Sql } from '#server/lists/types.ts'
import type { ExportedListing } from '#server/streaming/csv-text.ts'
import { csvColumns } from '#core/transfer/csv.ts'
import { countsOn, hadOwner } from '#server/cards/truck-purchases.ts'
import { isChased } from './chases.ts'

export const purchaseColumns = defineColumnKinds(cardPurchases.fields)

/** The day of the import in the account's time zone. */
const importedOn = (): Sql =>
  sql`(file.made_at at time zone ${readTimeZone()})::date as imported_on`

const purchaseRows = (userId: string): Sql => sql`(
  select purchase.user_id, purchase.id, purchase.import_id, purchase.line, purchase.provider, purchase.key, purchase.card,
    purchase.card_kind, purchase.day, purchase.time, purchase.posted_on, purchase.unit, purchase.driver, purchase.invoice,
    purchase.place, purchase.city, purchase.state, purchase.odometer, purchase.kind, purchase.code, purchase.gallons,
    purchase.price, purchase.retail, purchase.discount, purchase.net, purchase.truck_id, purchase.driver_id,
    purchase.found_by, purchase.ignored, purchase.version, purchase.created_at, purchase.updated_at, file.file_name, ${importedOn()},
    null::text as chase, line.billing_id, statement.number as statement, purchase.off_reason,
    case when purchase.conflict -> 'row' is not null then 'conflict' when purchase.ignored is not null then 'ignored'
      when purchase.conflict is not null then 'conflict'
      when purchase.truck_id is null then 'waiting' when line.billing_id is not null then 'charged'
      when purchase.off_reason is not null then 'off' when not ${hadOwner(userId)} then 'company'
      when purchase.kind = 'unknown' then 'unnamed' else 'ready' end as pile,
    ${countsOn(userId, 'purchase')} as counts_on
  from card_purchases as purchase
    join card_imports as file on file.user_id = ${userId} and file.id = purchase.import_id
    left join trucks on trucks.user_id = ${userId} and trucks.id = purchase.truck_id
    left join expenses as line on line.user_id = ${userId} and line.card_purchase_id = purchase.id and not line.voided
    left join billing as statement on statement.user_id = ${userId} and statement.id = line.billing_id
  where purchase.user_id = ${userId})`

export const purchaseListing: Listed = {
  ...cardPurchases,
  name: 'card_purchases',
  newest: 'day',
  rows: purchaseRows,
  filters: { chase: isChased },
}

const { chase: _, ...exportedFields } = cardPurchases.fields

export const exportedPurchases: ExportedListing = {
  name: 'card_purchases',
  path: cardPurchases.name,
  file: 'fuel-and-tolls',
  title: cardPurchases.title,
  access: 'settlements',
  listed: purchaseListing,
  kinds: purchaseColumns,
  columns: csvColumns(exportedFields),
}

export const importColumns = defineColumnKinds(cardImports.fields)

export const importListing: Listed = {
  ...cardImports,
  name: 'card_imports',
  rows: (userId) => sql`(
    select file.user_id, file.id, file.made_at, ${importedOn()}, file.file_name, file.provider, file.layout, file.rows, file.total,
      1 as version, file.made_at as created_at, file.made_at as updated_at, coalesce(bought.purchases, 0) as purchases,
      coalesce(bought.waiting, 0) as waiting
    from card_imports as file
      left join (select import_id, count(*) as purchases,
          count(*) filter (where truck_id is null and ignored is null and conflict is null) as waiting
        from card_purchases where user_id = ${userId} group by import_id) as bought on bought.import_id = file.id
    where file.user_id = ${userId})`,
}

export const exportedImports: ExportedListing = {
  name: 'card_imports',
  path: cardImports.name,
  file: cardImports.name,
  title: cardImports.title,
  access: 'settlements',
  listed: importListing,
  kinds: importColumns,
  columns: csvColumns(cardImports.fields),
}
