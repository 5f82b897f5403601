/** Which trucks and drivers had a card or bought something, so that they can't be deleted (SPEC C356, C528, C564). */
import { sql } from 'kysely'
import type { RecordUse } from '#core/entities/record-use.ts'
import type { Database, Work } from '#server/database/open.ts'

type CardUse = Required<Pick<RecordUse, 'cards' | 'purchases'>>

/** Counts the cards and the purchases of each record, by id. Records without any are left out. */
export async function countCardUse(
  work: Database | Work,
  userId: string,
  entity: string,
  ids: number[],
): Promise<Map<number, CardUse>> {
  if (!ids.length || (entity !== 'trucks' && entity !== 'drivers')) return new Map()
  const link = sql.ref(entity === 'trucks' ? 'truckId' : 'driverId')
  const { rows } = await sql<CardUse & { id: number }>`
    select used.id, coalesce(held.cards, 0) as cards, coalesce(bought.purchases, 0) as purchases
    from unnest(${ids}::bigint[]) as used (id)
      left join (select ${link} as id, count(*) as cards from cards
        where user_id = ${userId} and ${link} = any(${ids}) group by ${link}) as held on held.id = used.id
      left join (select ${link} as id, count(*) as purchases from card_purchases
        where user_id = ${userId} and ${link} = any(${ids}) group by ${link}) as bought on bought.id = used.id
    where held.id is not null or bought.id is not null`.execute(work)
  return new Map(rows.map(({ id, cards, purchases }) => [id, { cards, purchases }]))
}
