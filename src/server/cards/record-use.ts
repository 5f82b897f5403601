/** Which trucks and drivers had a card, so that they can't be deleted (SPEC C356, C528). */
import { sql } from 'kysely'
import type { RecordUse } from '#core/entities/record-use.ts'
import type { Database, Work } from '#server/database/open.ts'

type CardUse = Required<Pick<RecordUse, 'cards'>>

/** Counts the cards of each record, by id. Records without any are left out. */
export async function countCardUse(
  work: Database | Work,
  userId: string,
  entity: string,
  ids: number[],
): Promise<Map<number, CardUse>> {
  if (!ids.length || (entity !== 'trucks' && entity !== 'drivers')) return new Map()
  const link = sql.ref(entity === 'trucks' ? 'truckId' : 'driverId')
  const { rows } = await sql<
    CardUse & { id: number }
  >`select ${link} as id, count(*) as cards from cards
    where user_id = ${userId} and ${link} = any(${ids}) group by ${link}`.execute(work)
  return new Map(rows.map(({ id, cards }) => [id, { cards }]))
}
